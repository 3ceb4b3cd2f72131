//! `ghx completions`: shell completion.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Exit;
use crate::args::Cli;
use crate::environment::Environment;
use crate::output::Summary;

pub(crate) fn completions(shell: Shell, environment: &mut Environment<'_>) -> Exit {
    // Into memory first, because the generators panic if they cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ghx", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Bash {
        script.push_str(BASH_FILES);
    }
    environment.print_result(&script, Exit::Success, &Summary::none())
}

/// Completes file names after `@`, which the generated script does not do.
const BASH_FILES: &str = r#"
_ghx_with_files() {
    if [[ $2 != @* ]]; then
        _ghx "$@"
        return
    fi
    local path quoted
    COMPREPLY=()
    while IFS= read -r path; do
        printf -v quoted '%q' "$path"
        if [[ -d $path ]]; then
            quoted+=/
            compopt -o nospace
        fi
        COMPREPLY+=("@$quoted")
    done < <(compgen -f -- "${2#@}")
}
complete -F _ghx_with_files -o nosort -o bashdefault -o default ghx
"#;

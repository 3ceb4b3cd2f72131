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

/// Completes file names after `@`, which the generated script does not know. Bash splits words at `@`, unless its
/// `COMP_WORDBREAKS` was changed.
const BASH_FILES: &str = r#"
_ghx_with_files() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}"
    if [[ $word == @* ]]; then
        local prefix=@
        [[ $COMP_WORDBREAKS == *@* ]] && prefix=
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -P "$prefix" -f -- "${word#@}")
    elif [[ $before == @ ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        _ghx "$@"
    fi
}
complete -F _ghx_with_files -o nosort -o bashdefault -o default ghx
"#;

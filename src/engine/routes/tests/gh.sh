#!/bin/sh
# A program that does what `FAKE` says instead of what it is asked.
case "$FAKE" in
    hang) echo $$ > "$FAKE_PID"; exec sleep 600 ;;
    flood) exec yes 'a line that is of no use to anybody, again and again and again' ;;
    chatter) i=0; while [ $i -lt 3000 ]; do echo "a line of an error that nobody will ever read to its end" >&2; i=$((i + 1)); done
        echo '{"number": 1}' ;;
    deaf) exec >&- 2>&-; exec sleep 600 ;;
    leak) echo "$GH_TOKEN$GH_ENTERPRISE_TOKEN is not ghp_other" >&2; exit 1 ;;
    dump) printf '%s\n' "$@" > "$FAKE_OUT.args"; env > "$FAKE_OUT.env"; cat > "$FAKE_OUT.stdin"
        printf 'HTTP/1.1 200 OK\r\n\r\n{"number": 1, "url": "/issues/"}' ;;
    text) printf 'no JSON at all' ;;
    *) exit 2 ;;
esac

#!/usr/bin/env bash
# Software: pandoc 2.17.1.1 (Debian 12, package pandoc).
# Guess: what pandoc cannot turn into MathML it leaves as TeX with a warning, as it does for
#   \cancel.
# Instead: of \begin{array}{c|c} with \hline, valid in plain LaTeX, the lines are gone without a
#   word and with exit 0; \cancel and \prescript in the same text do warn.
# Product: what cannot be drawn is refused, and lines are drawn (server/topics/math-styles.ts).
set -euo pipefail
command -v pandoc > /dev/null || { echo 'apt-get install pandoc'; exit 2; }
warnings=$(mktemp)
trap 'rm -f "$warnings"' EXIT
table=$(printf '%s\n' '$\begin{array}{c|c}a&b\\ \hline c&d\end{array}$' | pandoc -t html --mathml 2> "$warnings")
mathml=${table%%<annotation*}
echo "$mathml"
echo "warnings: $(cat "$warnings")"
[[ $mathml == *'<mtable>'* && $mathml != *lines* && $mathml != *border* && ! -s $warnings ]]

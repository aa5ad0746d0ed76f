/**
 * The script for bash. Names of a repository come from others, so neither they nor the line are ever evaluated: that of the package
 * `@bomb.sh/tab` runs commands in them, and does not complete a name with a colon or a space.
 */
export const bashScript = `# Completion for edu-repo in bash

_edu_repo() {
  local line=\${COMP_LINE:0:COMP_POINT} words=() word='' kept='' quote='' begun='' char at
  # The words as they would reach the program, without running anything in them. Bash replaces what is not kept of the last one.
  for ((at = 0; at < \${#line}; at++)); do
    char=\${line:at:1}
    if [[ $quote == "'" && $char != "'" ]]; then
      word+=$char
    elif [[ $char == '\\' ]]; then
      at=$((at + 1))
      word+=\${line:at:1}
    elif [[ -n $quote && $char == "$quote" ]]; then
      quote=''
    elif [[ -n $quote ]]; then
      word+=$char
    elif [[ $char == [\\'\\"] ]]; then
      quote=$char begun=1 kept=$word
    elif [[ $char == [[:space:]] ]]; then
      if [[ -n $word$begun ]]; then words+=("$word"); fi
      word='' kept='' begun=''
    else
      word+=$char
      if [[ $COMP_WORDBREAKS == *"$char"* ]]; then kept=$word; fi
    fi
  done
  words+=("$word")

  local reply last=:0
  COMPREPLY=()
  while IFS= read -r reply; do
    if [[ $reply != *$'\\t'* ]]; then
      last=$reply
      continue
    fi
    reply=\${reply%%$'\\t'*}
    reply=\${reply#"$kept"}
    case $quote in
      "'") reply=\${reply//"'"/"'\\\\''"} ;;
      '"') reply=$(sed 's/[\\\\$\`"]/\\\\&/g' <<< "$reply") ;;
      *) printf -v reply %q "$reply" ;;
    esac
    COMPREPLY+=("$reply")
  done < <(edu-repo complete -- "\${words[@]:1}" 2> /dev/null)

  if ((\${last#:} & 2)); then compopt -o nospace; fi
  if ((!(\${last#:} & 4))); then compopt -o default; fi
}

complete -F _edu_repo edu-repo`;

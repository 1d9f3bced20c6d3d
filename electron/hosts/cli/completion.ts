import { commandWords, optionsOf } from '../../../shared/texts/program-commands.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

const words = commandWords.join(' ');
const cases = (line: (word: string, options: readonly string[]) => string): string =>
  commandWords.map((word) => line(word, optionsOf(word))).join('\n');

/** The words that follow a command. */
const followers: Readonly<Record<string, readonly string[]>> = { completion: shells, office: ['prepare'] };
const following = (line: (word: string, given: readonly string[]) => string, between: string): string =>
  Object.entries(followers)
    .map(([word, given]) => line(word, given))
    .join(between);

const scripts: Readonly<Record<Shell, () => string>> = {
  // For bash 3.2, which macOS has: without mapfile.
  bash: () => `_vouch() {
  local current=\${COMP_WORDS[COMP_CWORD]} word= given=(-f)
  COMPREPLY=()
  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ \${COMP_WORDS[1]} == help ]]; }; then
    given=(-W "${words}")
${following(
  (word, given) => `  elif [[ \${COMP_WORDS[1]} == ${word} && $current != -* ]]; then
    given=(-W "${given.join(' ')}")`,
  '\n',
)}
  elif [[ $current == -* ]]; then
    case \${COMP_WORDS[1]} in
${cases((word, options) => `      ${word}) given=(-W "${options.join(' ')}") ;;`)}
    esac
  fi
  while IFS= read -r word; do
    COMPREPLY[\${#COMPREPLY[@]}]=$word
  done < <(compgen "\${given[@]}" -- "$current")
}
complete -o filenames -F _vouch vouch
`,
  zsh: () => `#compdef vouch
_vouch() {
  local -a options
  if ((CURRENT == 2)) || { ((CURRENT == 3)) && [[ \${words[2]} == help ]]; }; then
    compadd -- ${words}
    return
  fi
  case \${words[2]} in
${cases((word, options) => `    ${word}) options=(${options.join(' ')}) ;;`)}
  esac
  ${following(
    (word, given) => `if [[ \${words[2]} == ${word} && \${words[CURRENT]} != -* ]]; then
    compadd -- ${given.join(' ')}
  el`,
    '',
  )}if [[ \${words[CURRENT]} == -* ]]; then
    compadd -- $options
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _vouch ]]; then _vouch "$@"; else compdef _vouch vouch; fi
`,
  fish: () => `complete -c vouch -n __fish_use_subcommand -f -a '${words}'
complete -c vouch -n '__fish_seen_subcommand_from help' -f -a '${words}'
${following(
  (word, given) => `complete -c vouch -n '__fish_seen_subcommand_from ${word}' -f -a '${given.join(' ')}'`,
  '\n',
)}
${cases((word, options) =>
  options
    .map((option) => `complete -c vouch -n '__fish_seen_subcommand_from ${word}' -l ${option.slice(2)}`)
    .join('\n'),
)}
`,
  powershell: () => `Register-ArgumentCompleter -Native -CommandName vouch -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $given = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $place = if ($wordToComplete) { $given.Count - 1 } else { $given.Count }
  $found = if ($place -le 1 -or ($place -eq 2 -and $given[1] -eq 'help')) {
    ${commandWords.map((word) => `'${word}'`).join(', ')}
  ${following(
    (word, given) => `} elseif ($given[1] -eq '${word}' -and -not $wordToComplete.StartsWith('-')) {
    ${given.map((one) => `'${one}'`).join(', ')}
  `,
    '',
  )}} else {
    switch ($given[1]) {
${cases((word, options) => `      '${word}' { ${options.map((option) => `'${option}'`).join(', ') || "''"} }`)}
    }
  }
  $found | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

/** The script that completes commands, options and files in a shell. Commands and options come from the usage. */
export const completionScript = (shell: Shell): string => scripts[shell]();

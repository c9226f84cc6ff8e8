#!/usr/bin/env bash
# The checks of the action: lint, test, compare with the base. Inputs come as environment variables and are never pasted into this script, so a
# file name cannot run a command. The exit code is that of the worst check: 1 if something was found, 2 if a check could not run.
set -uo pipefail

robotstream() {
  npx --yes "@robotstream/cli@$INPUT_VERSION" "$@"
}

worst=0
note() {
  if [ "$1" -gt "$worst" ]; then worst=$1; fi
}

# A file name that begins with "-" must not be read as an option.
file=$INPUT_FILE
case $file in -*) file=./$file ;; esac

profile=()
if [ -n "$INPUT_PROFILE" ]; then profile=(--profile "$INPUT_PROFILE"); fi

lint=()
if [ -n "$INPUT_URL" ]; then lint+=(--url "$INPUT_URL"); fi
if [ -n "$INPUT_MAX_WARNINGS" ]; then lint+=(--max-warnings "$INPUT_MAX_WARNINGS"); fi

echo '::group::Lint'
robotstream lint "$file" --format github ${lint[@]+"${lint[@]}"}
note $?
if [ -n "$INPUT_SARIF" ]; then
  robotstream lint "$file" --format sarif ${lint[@]+"${lint[@]}"} > "$INPUT_SARIF"
  code=$?
  # If the shell cannot write the file, its code is 1, as that of a finding.
  if [ "$code" -gt 1 ] || [ ! -s "$INPUT_SARIF" ]; then note 2; fi
fi
echo '::endgroup::'

if [ -e "$INPUT_EXPECTATIONS" ]; then
  echo '::group::Test'
  robotstream test "$file" "$INPUT_EXPECTATIONS" ${profile[@]+"${profile[@]}"}
  note $?
  echo '::endgroup::'
fi

# A shallow clone does not have the base commit, so fetch it. Without a base, there is nothing to compare with.
diff=$RUNNER_TEMP/robotstream-diff.txt
before=$RUNNER_TEMP/robotstream-before.txt
: > "$diff"
changed=
if [ -n "$BASE" ] && ! git cat-file -e "$BASE^{commit}" 2> /dev/null; then
  git fetch --quiet --no-tags --depth=1 origin "$BASE" || true
fi
if [ -n "$BASE" ] && git cat-file -e "$BASE^{commit}" 2> /dev/null; then
  echo '::group::Compare with the base'
  # A new file is compared with an empty one, which allows everything. Git finds no absolute path, such as one below the workspace of the job.
  path=${INPUT_FILE#"$PWD"/}
  if [ -n "$BASE_BRANCH" ]; then
    older="$path on $BASE_BRANCH"
    newer="$path in this pull request"
  else
    older="$path before this push"
    newer="$path after it"
  fi
  git show "$BASE:./$path" > "$before" 2> /dev/null || { : > "$before"; older="$older (no such file)"; }
  robotstream diff - "$file" "--label=$older" "--label=$newer" ${profile[@]+"${profile[@]}"} < "$before" > "$diff"
  code=$?
  cat "$diff"
  if [ "$code" -gt 1 ]; then note "$code"; elif [ "$code" -eq 1 ]; then changed=true; else changed=false; fi
  echo '::endgroup::'
  {
    echo '### What crawlers may fetch'
    echo
    # The lines are indented, so that nothing in them can end the block.
    sed 's/^/    /' "$diff"
    echo
  } >> "$GITHUB_STEP_SUMMARY"
fi
echo "changed=$changed" >> "$GITHUB_OUTPUT"
exit "$worst"

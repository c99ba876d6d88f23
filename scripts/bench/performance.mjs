/** The file that `npm run bench -- --write` writes, below the root. */
export const FILE = 'docs/performance.md'

export const HEAD = `# Performance

\`npm run bench -- --write\` writes this file: for each bench what it measures, then the results of its last run with date, commit and machine. \`npm run bench -- NAME --write\` runs one bench and replaces its section alone. Other documents point here. They keep only limits that tests enforce, and figures that explain a decision, with the date of their measurement.

Columns with a ratio, or with "against" in their title, compare with a peer that was measured in the same run. "CPU" is time that processes spent on a processor; it is little changed by whatever else runs on the machine. Times on the clock are longer on a busy machine: the load is the average number of processes that ran or waited for a processor in the minute before the bench began, so anything near or above the number of processors distorts them. What each bench compares, and with what, is explained in \`bench/README.md\`. The targets below the tables were set before anything was measured; decision 015 says what was done to reach them.`

/**
 * Finds what a bench measures and how it is run: the first doc comment of its source that contains its command, as one paragraph.
 * @throws Error if there is no such comment
 */
export function describeBench(source, name) {
  const comments = [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, text]) =>
    text
      .replace(/^[ \t]*\* ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const found = comments.find(text => text.includes(`\`npm run bench ${name}`))
  if (found === undefined) throw new Error(`bench/${name}.ts has no doc comment with \`npm run bench ${name}\` in it`)
  return found
}

/**
 * Makes the section of a bench.
 * @param {{ description: string, run: string, output: string }} bench
 *   run: date, commit, machine and flags on one line; output: what the bench printed on standard output, which is Markdown
 * @returns {string | null} null if the output contains no table: the bench failed before it could print its results
 */
export function benchSection({ description, run, output }) {
  if (!/^\|/m.test(output)) return null
  return [description, run, output.replace(/^#+ /gm, '### ').trim()].join('\n\n')
}

import { describeRun, writeSection } from '../../report-file.mjs'

const FILE = 'docs/test-results.md'
const HEAD = `# Results of the long tests

\`npm run test:long\` writes this file: for each of its parts the last run, with date, commit and machine. \`npm run test:long -- PART\` runs one part and replaces its section alone.`

/** Writes the result of one part. @param {import('../run.mjs').TestRun} run */
export function writeResult(part, run) {
  const rows = run.suites.map(
    ({ what, seconds, failed, counts }) =>
      `| ${what} | ${failed ? '**failed**' : 'passed'} | ${seconds} | ${counts.passed} | ${counts.failed} | ${counts.skipped} |`,
  )
  const body = [
    describeRun(FILE),
    '',
    '| suite | result | seconds | passed | failed | skipped |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows,
    ...run.suites.flatMap(({ failures }) => failures).map(failure => `\n- ${failure.split('\n')[0]}`),
    ...run.skipped.map(([what, how]) => `\nNot run: ${what} (${how})`),
    ...run.notes.map(note => `\n${note}`),
  ].join('\n')
  writeSection(FILE, HEAD, part, body)
}

// Which feature owns which table and view, and which names a file's SQL contains. Used by check-imports.mjs.

/** A migration's table or view; its owner is the feature whose file creates it, or `platform`. */
const created = /\bCREATE (TABLE|VIEW)(?: IF NOT EXISTS)? (\w+)/g

/**
 * @param {Iterable<[file: string, text: string]>} files paths inside src, and their text without comments
 * @returns {Map<string, { owner: string, isView: boolean }>} by name
 */
export function readOwners(files) {
  const owners = new Map()
  for (const [file, text] of files) {
    const [layer, feature] = file.split('/')
    if (layer !== 'features' && layer !== 'platform') continue
    for (const [, what, name] of text.matchAll(created))
      owners.set(name, { owner: layer === 'features' ? feature : 'platform', isView: what === 'VIEW' })
  }
  return owners
}

const plainName = String.raw`\s+(?:ONLY\s+)?"?(?<name>[a-z_]\w*)"?`
/** Where SQL and the query builder name a table. `reads`: the table or view is read there; otherwise it is changed. */
const uses = [
  { reads: true, pattern: new RegExp(String.raw`(?<!\bDELETE )\b(?:FROM|JOIN|USING)${plainName}`, 'g') },
  // the second table of a list: FROM push_notices n, push_devices d
  { reads: true, pattern: /\b(?:FROM|USING)\s+[a-z_]\w*(?:\s+(?:AS\s+)?[a-z_]\w*)?,\s*(?<name>[a-z_]\w*)/g },
  { reads: true, pattern: /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using)\(\s*\[?\s*'(?<name>[a-z_]\w*)/g },
  {
    reads: false,
    pattern: new RegExp(String.raw`\b(?:INTO|UPDATE|DELETE FROM|(?:ALTER|LOCK|DROP|TRUNCATE) TABLE|DROP VIEW)${plainName}`, 'g'),
  },
  { reads: false, pattern: /\bCREATE (?:UNIQUE )?INDEX \w+ ON (?<name>[a-z_]\w*)/g },
  { reads: false, pattern: /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?<name>[a-z_]\w*)/g },
]

/** What keeps Postgres from inlining a view, or makes it more than columns of rows. */
const notPlain =
  /\b(?:count|sum|min|max|avg|bool_and|bool_or|\w+_agg)\s*\(|\b(?:GROUP BY|DISTINCT|OVER|UNION|EXCEPT|INTERSECT|LIMIT|OFFSET|WITH)\b/
const views = /\bCREATE VIEW (?<name>\w+) AS\b(?<query>[^`]*)/g

/**
 * Finds what a feature may not do with the tables of others.
 * @param {string} feature
 * @param {string} text the file's text without comments
 * @param {Map<string, { owner: string, isView: boolean }>} owners
 * @param {(owner: string) => boolean} isBelow whether a feature is below this one
 * @returns {{ at: number, what: string }[]}
 */
export function findTableViolations(feature, text, owners, isBelow) {
  const found = []
  for (const { reads, pattern } of uses)
    for (const match of text.matchAll(pattern)) {
      const { name } = match.groups
      const table = owners.get(name)
      if (table === undefined || table.owner === feature || table.owner === 'platform') continue
      const at = match.index + match[0].length
      if (!table.isView) found.push({ at, what: `names the table ${name} of ${table.owner}` })
      else if (!reads) found.push({ at, what: `changes the view ${name} of ${table.owner}` })
      else if (!isBelow(table.owner)) found.push({ at, what: `reads the view ${name} of ${table.owner}, a feature above` })
    }
  for (const match of text.matchAll(views))
    if (notPlain.test(match.groups.query)) found.push({ at: match.index, what: `makes the view ${match.groups.name}, which is not plain` })
  return found
}

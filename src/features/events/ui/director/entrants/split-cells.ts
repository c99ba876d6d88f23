/**
 * Divides a text into lines and their cells, as RFC 4180 has it: a cell in quotes may contain separators, ends of lines, and quotes that are
 * written twice. A quote within a cell, or one that is never closed, is a character like others. Lines without text are left out.
 * @param separators the characters that end a cell
 */
export function splitCells(text: string, separators: string): string[][] {
  const cell = new RegExp(` *"((?:[^"]|"")*)" *(?=[${separators}\\n]|$)|[^${separators}\\n]*`, 'y')
  const unified = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const lines: string[][] = []
  let line: string[] = []
  for (let at = 0; at <= unified.length; at++) {
    cell.lastIndex = at
    const [whole, quoted] = cell.exec(unified)!
    line.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'))
    at += whole.length
    if (at >= unified.length || unified[at] === '\n') {
      lines.push(line)
      line = []
    }
  }
  return lines.filter(cells => cells.some(each => each.trim() !== ''))
}

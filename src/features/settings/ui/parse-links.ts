/** Reads links, one on each line: a name, a space and an address. A line without a name is given one without text, which the server refuses. */
export const parseLinks = (text: string): { text: string; href: string }[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [, name = '', href = line] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
      return { text: name, href }
    })

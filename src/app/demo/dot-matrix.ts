/** Digits and the comma as seven rows of dots; `#` is a lit dot. */
const FACES: Record<string, readonly string[]> = {
  '0': ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  '1': ['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  '2': ['.###.', '#...#', '....#', '..##.', '.#...', '#....', '#####'],
  '3': ['.###.', '#...#', '....#', '..##.', '....#', '#...#', '.###.'],
  '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
  '5': ['#####', '#....', '####.', '....#', '....#', '#...#', '.###.'],
  '6': ['.###.', '#....', '#....', '####.', '#...#', '#...#', '.###.'],
  '7': ['#####', '....#', '...#.', '..#..', '..#..', '.#...', '.#...'],
  '8': ['.###.', '#...#', '#...#', '.###.', '#...#', '#...#', '.###.'],
  '9': ['.###.', '#...#', '#...#', '.####', '....#', '....#', '.###.'],
  ',': ['..', '..', '..', '..', '..', '.#', '#.'],
}

export interface Dot {
  column: number
  row: number
}

/** Returns the dots that show a number with thousands separators. An empty column separates the characters. */
export function toDots(value: number): { columns: number; lit: Dot[] } {
  const lit: Dot[] = []
  let columns = 0
  for (const figure of value.toLocaleString('en-US')) {
    const face = FACES[figure]!
    for (const [row, line] of face.entries())
      for (const [i, dot] of [...line].entries()) if (dot === '#') lit.push({ column: columns + i, row })
    columns += face[0]!.length + 1
  }
  return { columns: columns - 1, lit }
}

const MACHINE = '01890a5d-ac96-774b-8000-000000000001'
const id = n => `01890a5d-ac96-774b-8001-${String(n).padStart(12, '0')}`

const rows = Array.from({ length: 50 }, (_, n) => ({
  _id: `m:${MACHINE}/all/-/all/${id(n)}`,
  board: `m:${MACHINE}/all/-/all`,
  userId: id(n),
  username: `player${n}`,
  displayName: `player${n}`,
  supporter: false,
  scoreId: id(n + 1000),
  value: 50_000_000 - n * 1_000_000,
  achievedAt: 1_700_000_000_000 + n * 60_000,
  status: 'unverified',
}))

const histogram = Array.from({ length: 20 }, (_, n) => ({ from: n * 2_500_000, to: (n + 1) * 2_500_000, count: 1 + ((n * 7) % 9) }))

const machine = {
  machineId: MACHINE,
  name: 'Attack from Mars',
  manufacturer: 'Bally',
  year: 1995,
  facts: 'Solid state, dot matrix, up to 4 players',
  players: rows.length,
  art: Array.from(
    { length: 6 },
    (_, n) =>
      `M${n}.4 50L77.7 196.3L51.8 199.8zM44.4 50L25.7 198.8L0.1 193.3zM44.4 50L-24.1 183.4L-46.2 169.5zM44.4 50L-65.6 151.9L-81.6 131.3z`,
  ),
}

/** Returns the data of a machine's page without any cost. */
export const readMachine = async () => ({ machine, rows, histogram })

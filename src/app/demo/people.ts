/** The password of every user of the demo. Whatever prints it says that everybody knows it. */
export const DEMO_PASSWORD = 'multiball is lit'

export interface DemoPerson {
  username: string
  displayName: string
  /** from about -1.5 to 1.5 */
  skill: number
  /** how often the person plays; 1 is usual */
  zeal: number
  /** when the person joined: 0 at the beginning, 1 now */
  since: number
  bio?: string
}

/** The user names with which the operator can log in to look around. */
export const PLAYER = 'tilda'
export const DIRECTOR = 'dina'

const rows: readonly (readonly [displayName: string, skill: number, zeal: number, bio?: string])[] = [
  ['Tilda Tilt', 0.7, 2.4, 'Nudges first, asks later. Collects grand champion tables and parking tickets.'],
  ['Dina Dotmatrix', 0.9, 1.8, 'Runs the league nights and the glass cleaner.'],
  ['Max Multiball', 1.4, 2.6, 'Three balls are a start.'],
  ['Fiona Flipperfinger', 1.3, 2],
  ['Ramona Ramp', 1.2, 1.7, 'Left ramp, right ramp, repeat.'],
  ['Oskar Outlane', -0.4, 1.9, 'Sees most of the game from below.'],
  ['Sally Slingshot', 0.5, 1.5],
  ['Benny Bumper', 0.1, 1.4],
  ['Pia Plunger', 0.8, 1.3, 'Skill shot or nothing.'],
  ['Jack Jackpott', 1, 1.6],
  ['Klaus Kickback', -0.2, 1.1],
  ['Wanda Wizardmode', 1.5, 1.2, 'Has seen the end of four of them.'],
  ['Theo Translite', 0.3, 1],
  ['Rita Rollover', 0, 1.2],
  ['Sven Spinner', 0.6, 1.3],
  ['Greta Gobblehole', -0.6, 0.9, 'Nothing made after 1979.'],
  ['Leo Lockshot', 0.4, 1],
  ['Mina Matchnumber', -0.1, 1.1, 'Wins on 40.'],
  ['Bruno Ballsaver', -0.9, 1.2, 'It was still lit.'],
  ['Cora Captiveball', 0.2, 0.8],
  ['Dirk Draintrain', -1.2, 1.5],
  ['Elsa Extraball', 0.9, 1],
  ['Gustav Glassoff', 0.1, 0.7],
  ['Hanna Hurryup', 0.6, 1.1],
  ['Igor Inlane', 0.3, 0.9],
  ['Juno Jetbumper', -0.3, 0.8],
  ['Kira Knocker', 0.7, 1, 'You will hear it.'],
  ['Lars Loopcombo', 1.1, 0.9],
  ['Mo Modestart', -0.5, 0.8],
  ['Nora Nudge', 0.8, 0.9],
  ['Otto Orbit', 0, 0.7],
  ['Paula Popper', -0.7, 0.6],
  ['Quentin Quarterdrop', -0.2, 0.6],
  ['Rosa Rubberring', 0.4, 0.7],
  ['Stefan Scoop', 0.2, 0.6],
  ['Tessa Targetbank', -0.4, 0.7],
  ['Uwe Upperplayfield', -0.8, 0.5],
  ['Vera Vukshot', 0.5, 0.6],
  ['Willy Woodrail', -1, 0.5, 'Plays for the chimes.'],
  ['Zoe Zipperflip', 0.1, 0.5],
]

export const demoPeople: readonly DemoPerson[] = rows.map(([displayName, skill, zeal, bio], i) => ({
  username: displayName.split(' ')[0]!.toLowerCase(),
  displayName,
  skill,
  zeal,
  since: Math.max(0, (i - 15) / 33),
  ...(bio === undefined ? {} : { bio }),
}))

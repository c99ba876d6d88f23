export const VENUES = ['The Ball Return', 'Silverball Cellar', 'Drain & Sons', 'at home'] as const

/** Comments of players on their own scores. */
export const REMARKS = [
  'Extra ball saved it.',
  'Finally.',
  'House ball on three, everything on two.',
  'Multiball straight from the plunge.',
  'One shot short of the wizard mode.',
  'Outlanes were kind today.',
  'Right flipper felt weak, mine or the machine’s.',
  'Tilted with the jackpot lit.',
  'Third game of the evening, the first that was worth a photo.',
  'Two danger warnings and no regrets.',
] as const

/** Comments of players on scores of others. */
export const REPLIES = [
  'And after two drinks.',
  'How did you get through the middle?',
  'I stood beside it. Ball one was a thing to see.',
  'I want that ball two.',
  'Nice. See you on Tuesday, I want it back.',
  'Rubbers are new there, it plays fast.',
  'That pushes me off the podium again.',
  'Which mode did you start first?',
] as const

export const DOUBTS = [
  'The display showed one digit less when I walked past.',
  'That was a game with the glass off.',
  'Isn’t this the score of the game before?',
  'Played with six balls, the operator menu was open.',
] as const

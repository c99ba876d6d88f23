/** The dark-theme colours of `tokens.css` that cards use. A test checks that they are equal. */
export const cardInk = {
  bg: '#14100c',
  text: '#f6eee2',
  score: '#fff6e6',
  muted: '#b9ac9c',
  accent: '#ffb02e',
  accentText: '#ffc057',
  gain: '#6bd795',
  tilt: '#ff8574',
} as const

/** The colours of medals, as in `RankBadge.module.css`. */
export const cardMedals = { first: '#ffb02e', second: '#d3d6d9', third: '#e0935a', onMedal: '#2b1a00' } as const

/** The background colours of initials, as in `Avatar.module.css`. */
export const avatars = ['#a33b2a', '#8a5a00', '#4b6b1e', '#1f6d57', '#1e6584', '#4254a8', '#7a459b', '#9c3766'] as const

/** The palettes of generated backglasses, as in `MachineThumb.module.css`. */
export const palettes = [
  { sky: '#4a1232', far: '#6d1c3c', mid: '#c23a3f', near: '#250a22', light: '#ffb347', spark: '#ffe6a8' },
  { sky: '#0f2547', far: '#1a3f6e', mid: '#2f7fb5', near: '#0a1530', light: '#8fe0ee', spark: '#fff0c4' },
  { sky: '#0d3a37', far: '#145a50', mid: '#2fa37b', near: '#06211f', light: '#ffd166', spark: '#e9ffd9' },
  { sky: '#2b1550', far: '#46227a', mid: '#9146c4', near: '#170a30', light: '#ff8fb4', spark: '#ffe9fb' },
  { sky: '#7a2b0e', far: '#a5400f', mid: '#e2761b', near: '#3a1206', light: '#ffe08a', spark: '#fff6d8' },
  { sky: '#12303f', far: '#1d5061', mid: '#e06a4e', near: '#0b1c27', light: '#ffd9a0', spark: '#c8f4ff' },
  { sky: '#17173f', far: '#29296b', mid: '#4f5bd5', near: '#0c0c26', light: '#ff5d7d', spark: '#ffe45c' },
  { sky: '#5a0f3c', far: '#861a52', mid: '#1a9c92', near: '#28061f', light: '#ffd24d', spark: '#ffe3f1' },
] as const

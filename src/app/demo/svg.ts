import { toDots } from './dot-matrix.ts'
import type { SeededRandom } from './random.ts'

/** A drawing for the demo, as SVG without text. */
export interface Drawing {
  svg: string
  width: number
  height: number
}

const n = (value: number): string => value.toFixed(1)
const hue = (h: number, s: number, l: number): string => `hsl(${Math.round(((h % 360) + 360) % 360)},${s}%,${l}%)`

const drawing = (width: number, height: number, body: string): Drawing => ({
  width,
  height,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
})

const steel = (id: string): string =>
  `<radialGradient id="${id}" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#fff"/><stop offset="0.25" stop-color="#cfd6df"/>` +
  `<stop offset="0.7" stop-color="#5d6672"/><stop offset="1" stop-color="#1d2229"/></radialGradient>`

const ball = (x: number, y: number, r: number): string =>
  `<circle cx="${n(x)}" cy="${n(y + r * 0.18)}" r="${n(r * 1.02)}" fill="#000" opacity="0.35"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#steel)"/>`

const rays = (x: number, y: number, count: number, far: number, color: string, turn: number): string =>
  Array.from({ length: count }, (_, i) => {
    const [a, b] = [i, i + 0.5].map(step => turn + (step * 2 * Math.PI) / count) as [number, number]
    const at = (angle: number): string => `${n(x + far * Math.cos(angle))},${n(y + far * Math.sin(angle))}`
    return `<polygon points="${n(x)},${n(y)} ${at(a)} ${at(b)}" fill="${color}"/>`
  }).join('')

const star = (x: number, y: number, r: number, color: string, turn = -Math.PI / 2): string => {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, far] = [turn + (i * Math.PI) / 5, i % 2 === 0 ? r : r * 0.45]
    return `${n(x + far * Math.cos(angle))},${n(y + far * Math.sin(angle))}`
  })
  return `<polygon points="${points.join(' ')}" fill="${color}"/>`
}

const flipper = (x: number, y: number, length: number, angle: number, color: string): string => {
  const [thick, thin] = [length * 0.17, length * 0.09]
  return (
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${angle})"><path d="M0,${n(-thick)} L${n(length)},${n(-thin)} A${n(thin)},${n(thin)} 0 0 1 ${n(length)},${n(thin)} ` +
    `L0,${n(thick)} A${n(thick)},${n(thick)} 0 0 1 0,${n(-thick)} Z" fill="${color}" stroke="#fff" stroke-width="${n(length * 0.03)}"/><circle r="${n(thick * 0.45)}" fill="#fff"/></g>`
  )
}

/** Draws a mascot of pop bumpers, flippers and a ball, which resembles no real person. */
export function avatar(random: SeededRandom): Drawing {
  const [size, h] = [640, random.integer(0, 360)]
  const far = h + random.pickOne([120, 150, 180, 210])
  const eyes = random.pickOne(['round', 'star', 'visor'])
  const [left, right, eye] = [size * 0.37, size * 0.63, size * 0.42]
  const look =
    eyes === 'star'
      ? star(left, eye, 56, '#111') + star(right, eye, 56, '#111')
      : eyes === 'visor'
        ? `<rect x="170" y="225" width="300" height="86" rx="43" fill="#10131a"/><rect x="200" y="245" width="120" height="14" rx="7" fill="${hue(far, 90, 70)}"/>`
        : [left, right]
            .map(
              x =>
                `<circle cx="${n(x)}" cy="${n(eye)}" r="48" fill="#fff"/><circle cx="${n(x + random.between(-14, 14))}" cy="${n(eye + 8)}" r="22" fill="#111"/>`,
            )
            .join('')
  const mouth =
    flipper(size * 0.34, size * 0.64, 92, random.integer(8, 30), hue(far, 80, 45)) +
    flipper(size * 0.66, size * 0.64, 92, 180 - random.integer(8, 30), hue(far, 80, 45))
  const crown = random.chance(0.5) ? star(size / 2, 92, 62, hue(far, 90, 60)) : ball(size / 2, 96, 46)
  return drawing(
    size,
    size,
    `<defs>${steel('steel')}</defs><rect width="${size}" height="${size}" fill="${hue(h, 62, 38)}"/>${rays(size / 2, size / 2, 14, size, hue(h, 62, 44), random.next())}` +
      `<circle cx="320" cy="340" r="236" fill="${hue(far, 75, 32)}"/><circle cx="320" cy="340" r="214" fill="${hue(far, 80, 62)}"/><circle cx="320" cy="340" r="176" fill="${hue(far, 70, 78)}"/>` +
      `${look}${mouth}${crown}`,
  )
}

/** Draws an emblem for a group. */
export function emblemSvg(random: SeededRandom): Drawing {
  const [width, height, h] = [1200, 800, random.integer(0, 360)]
  const balls = Array.from({ length: 5 }, (_, i) => ball(240 + i * 180, 640 - 60 * Math.sin((i * Math.PI) / 4), 62)).join('')
  return drawing(
    width,
    height,
    `<defs>${steel('steel')}</defs><rect width="${width}" height="${height}" fill="${hue(h, 55, 22)}"/>${rays(600, 380, 22, 1100, hue(h, 55, 28), 0.1)}` +
      `<circle cx="600" cy="330" r="250" fill="${hue(h + 35, 85, 55)}"/><circle cx="600" cy="330" r="216" fill="${hue(h, 60, 18)}"/>` +
      `${star(600, 330, 170, hue(h + 35, 90, 62))}${flipper(330, 520, 210, 24, hue(h + 180, 75, 48))}${flipper(870, 520, 210, 156, hue(h + 180, 75, 48))}${balls}`,
  )
}

/** Draws a backglass. Its title is added later. */
export function backglass(random: SeededRandom): Drawing {
  const [width, height, h] = [1200, 900, random.integer(0, 360)]
  const stars = Array.from({ length: 40 }, () =>
    star(random.between(0, width), random.between(0, 560), random.between(3, 13), hue(h + 50, 90, 85), random.next()),
  ).join('')
  const hills = Array.from({ length: 3 }, (_, layer) => {
    const base = 610 + layer * 85
    const peaks = Array.from({ length: 9 }, (_, i) => `${n(i * 150)},${n(base - random.between(10, 110))}`)
    return `<polygon points="0,${height} 0,${base} ${peaks.join(' ')} ${width},${base} ${width},${height}" fill="${hue(h + 200, 45, 26 - layer * 8)}"/>`
  }).join('')
  const [x, y] = [random.between(380, 820), 520]
  return drawing(
    width,
    height,
    `<defs>${steel('steel')}<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hue(h, 70, 16)}"/><stop offset="1" stop-color="${hue(h + 45, 85, 52)}"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#sky)"/><g opacity="0.28">${rays(x, y, 18, 1300, hue(h + 60, 95, 70), random.next())}</g>${stars}` +
      `<circle cx="${n(x)}" cy="${y}" r="190" fill="${hue(h + 55, 95, 62)}"/>${hills}${ball(x - 150, 700, 84)}${flipper(300, 800, 230, 22, hue(h + 320, 80, 50))}${flipper(900, 800, 230, 158, hue(h + 320, 80, 50))}`,
  )
}

const LAMPS = ['#ff9a2e', '#ff5a3c', '#6fd3ff', '#ffd84a']

/** Draws a dot-matrix display between two speakers, as in a photo taken with a phone. */
export function display(random: SeededRandom, value: number): Drawing {
  const [width, height, pitch] = [1440, 1080, 8.6]
  const lamp = random.pickOne(LAMPS)
  const { columns, lit } = toDots(value)
  const scale = columns <= 49 ? 3 : columns <= 74 ? 2 : 1
  const [across, down] = [150, 36]
  const [left, top] = [Math.floor((across - columns * scale) / 2), Math.floor((down - 7 * scale) / 2)]
  const on = new Set(
    lit.flatMap(({ column, row }) =>
      Array.from(
        { length: scale * scale },
        (_, i) => `${left + column * scale + (i % scale)}/${top + row * scale + Math.floor(i / scale)}`,
      ),
    ),
  )
  let off = ''
  let shining = ''
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const dot = `<circle cx="${n(column * pitch + 4)}" cy="${n(row * pitch + 4)}" r="3.6"/>`
      if (on.has(`${column}/${row}`)) shining += dot
      else off += dot
    }
  const speaker = (x: number): string =>
    Array.from(
      { length: 7 },
      (_, i) => `<circle cx="${x}" cy="820" r="${150 - i * 20}" fill="none" stroke="#2b2b31" stroke-width="7"/>`,
    ).join('')
  return drawing(
    width,
    height,
    `<defs><radialGradient id="room" cx="0.5" cy="0.42" r="0.8"><stop offset="0" stop-color="#2a2530"/><stop offset="1" stop-color="#08080b"/></radialGradient>` +
      `<linearGradient id="glare" x1="0" y1="0" x2="1" y2="0.6"><stop offset="0.3" stop-color="#fff" stop-opacity="0"/><stop offset="0.4" stop-color="#fff" stop-opacity="0.1"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>` +
      `<rect width="${width}" height="${height}" fill="url(#room)"/><g transform="rotate(${n(random.between(-3, 3))} 720 540)">` +
      `<rect x="-60" y="60" width="1560" height="960" rx="20" fill="#141418"/><rect x="20" y="250" width="1400" height="410" rx="16" fill="#050506" stroke="#33333a" stroke-width="8"/>` +
      `<ellipse cx="720" cy="455" rx="620" ry="150" fill="${lamp}" opacity="0.08"/><g transform="translate(76 300)"><g fill="${lamp}" opacity="0.1">${off}</g><g fill="${lamp}">${shining}</g></g>` +
      `${speaker(240)}${speaker(1200)}<rect x="470" y="740" width="500" height="150" rx="12" fill="#1c1c22"/>${star(720, 815, 56, '#3a3a44')}` +
      `<rect x="20" y="250" width="1400" height="410" fill="url(#glare)"/></g>`,
  )
}

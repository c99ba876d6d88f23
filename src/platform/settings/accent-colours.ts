/** The colours of one scheme that depend on the accent colour, by the names of their custom properties. */
export type AccentColours = Readonly<Record<string, string>>

type Rgb = readonly [number, number, number]

/** The colours of `tokens.css` on which accent colours are shown; `end` is the direction in which a colour becomes legible there. */
export const BACKGROUND_COLOURS = {
  dark: { bg: '#14100c', surface: '#1e1914', raised: '#2a231c', sunken: '#0e0b08', end: '#ffffff', soft: 0.16, halo: 0.09 },
  light: { bg: '#f7f1e8', surface: '#fffdf9', raised: '#f3eadd', sunken: '#efe5d6', end: '#000000', soft: 0.1, halo: 0.12 },
} as const
export type ColourScheme = keyof typeof BACKGROUND_COLOURS

/** The contrast that WCAG 2.2 AA wants for text, and for parts of controls. */
const TEXT_CONTRAST = 4.5
const PART_CONTRAST = 3

const parse = (hex: string): Rgb => [1, 3, 5].map(i => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb
const format = (rgb: Rgb): string => `#${rgb.map(c => Math.round(c).toString(16).padStart(2, '0')).join('')}`

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map(value => {
    const c = value / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours as WCAG 2.2 defines it, from 1 to 21. @param a, b `#rrggbb` */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** @param part how much of `b`, from 0 to 1 */
function mix(a: string, b: string, part: number): string {
  const [from, to] = [parse(a), parse(b)]
  return format(from.map((c, i) => c + (to[i]! - c) * part) as unknown as Rgb)
}

/** Returns the colour, made lighter or darker until it has this contrast with every ground. */
function makeLegible(colour: string, grounds: readonly string[], end: string, wanted: number): string {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(colour, end, part)
    if (grounds.every(ground => contrastOf(mixed, ground) >= wanted)) return mixed
  }
  return end
}

/**
 * Returns the colours of a scheme for an accent colour. Any colour can be chosen: each is made lighter or darker until text and controls are
 * legible, so nobody has to know about contrast. @param accent `#rrggbb`
 */
export function accentColours(accent: string, scheme: ColourScheme): AccentColours {
  const { end, soft: softness, halo, ...ground } = BACKGROUND_COLOURS[scheme]
  const grounds = Object.values(ground)
  const fill = makeLegible(accent, grounds, end, PART_CONTRAST)
  const soft = mix(ground.surface, accent, softness)
  const text = makeLegible(accent, [...grounds, soft], end, TEXT_CONTRAST)
  const onAccent = contrastOf(fill, '#000000') >= contrastOf(fill, '#ffffff') ? '#000000' : '#ffffff'
  const [r, g, b] = parse(fill)
  return {
    accent: fill,
    'accent-soft': soft,
    'accent-text': text,
    'on-accent': onAccent,
    focus: text,
    halo: `rgb(${r} ${g} ${b} / ${halo})`,
    glow: `rgb(${r} ${g} ${b} / 0.35)`,
  }
}

const rules = (colours: AccentColours): string =>
  `:root{${Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** The style sheet that follows those of the build on a site with an accent colour of its own. */
export const accentStylesheet = (accent: string): string =>
  `${rules(accentColours(accent, 'dark'))}\n@media (prefers-color-scheme:light){${rules(accentColours(accent, 'light'))}}\n`

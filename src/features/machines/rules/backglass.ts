/*
 * Drawings for generated backglasses, on a canvas of 96 × 96. Each shape names the role of its colour, so that one
 * drawing works with every palette. Numbers are rounded to keep the page small.
 */

import { seededRandomFromText } from '#platform/text/hash.ts'
import type { BackglassStyle } from './backglass-style.ts'

export type Ink = 'sky' | 'far' | 'mid' | 'near' | 'light' | 'spark'
export type Shape = { ink: Ink; d: string; thin?: boolean }

const SIZE = 96
const round = (value: number): string => String(Math.round(value * 10) / 10)
const circle = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`
const polar = (x: number, y: number, r: number, angle: number): string =>
  `${round(x + r * Math.cos(angle * 2 * Math.PI))} ${round(y + r * Math.sin(angle * 2 * Math.PI))}`

/** Wedges of light from one point to beyond the edge of the canvas. */
function rays(x: number, y: number, count: number, start: number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const angle = start + i / count
    d += `M${round(x)} ${round(y)}L${polar(x, y, 150, angle)}L${polar(x, y, 150, angle + 0.5 / count)}z`
  }
  return d
}

function burst(x: number, y: number, inner: number, outer: number, points: number, random: () => number): string {
  let d = ''
  for (let i = 0; i < points; i++) {
    d += `${i === 0 ? 'M' : 'L'}${polar(x, y, outer * (0.82 + random() * 0.3), i / points)}L${polar(x, y, inner, (i + 0.5) / points)}`
  }
  return `${d}z`
}

function ridge(base: number, height: number, steps: number, random: () => number): string {
  let d = `M0 ${SIZE}V${round(base)}`
  for (let i = 1; i <= steps; i++) {
    const x = (i * SIZE) / steps
    d += `L${round(x - SIZE / steps / 2)} ${round(base - height * (0.35 + random() * 0.65))}L${round(x)} ${round(base - height * 0.25 * random())}`
  }
  return `${d}V${SIZE}z`
}

function stars(count: number, below: number, random: () => number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [4 + random() * 88, 4 + random() * below, 0.8 + random() * 1.5]
    d += `M${round(x)} ${round(y - 2 * r)}l${round(r / 2)} ${round(1.5 * r)} ${round(1.5 * r)} ${round(r / 2)}-${round(1.5 * r)} ${round(r / 2)}-${round(r / 2)} ${round(1.5 * r)}-${round(r / 2)}-${round(1.5 * r)}-${round(1.5 * r)}-${round(r / 2)} ${round(1.5 * r)}-${round(r / 2)}z`
  }
  return d
}

/** The object on the horizon of a neon landscape: a sun, a pyramid or a ringed planet. */
function drawRisingShape(variant: number, r: number, horizon: number): Shape[] {
  if (variant === 0) return [{ ink: 'light', d: `M${round(48 - r)} ${horizon}a${round(r)} ${round(r)} 0 0 1 ${round(2 * r)} 0z` }]
  if (variant === 1)
    return [{ ink: 'light', d: `M${round(48 - 1.7 * r)} ${horizon}L48 ${round(horizon - 1.9 * r)}L${round(48 + 1.7 * r)} ${horizon}z` }]
  const y = horizon - 1.35 * r
  return [
    { ink: 'light', d: circle(48, y, r) },
    {
      ink: 'mid',
      d: `M${round(48 - 1.9 * r)} ${round(y + r * 0.55)}Q48 ${round(y + r * 0.5)} ${round(48 + 1.9 * r)} ${round(y - r * 0.75)}Q52 ${round(y + r)} ${round(48 - 1.9 * r)} ${round(y + r * 0.55)}z`,
    },
  ]
}

type Random = () => number

const DRAWINGS: Record<BackglassStyle, (random: Random) => Shape[]> = {
  deco: random => {
    const x = 48
    const fans = [62, 48, 34, 20].map(
      (r, i): Shape => ({ ink: (['far', 'mid', 'near', 'light'] as const)[i] ?? 'mid', d: circle(x, 84, r) }),
    )
    return [{ ink: 'far', d: rays(x, 84, 24 + Math.floor(random() * 4) * 4, random()) }, ...fans, { ink: 'spark', d: stars(7, 30, random) }]
  },
  poster: random => {
    const x = 22 + random() * 52
    return [
      { ink: 'far', d: rays(x, 50, 18, random()) },
      { ink: 'light', d: circle(x, 50, 15 + random() * 6) },
      {
        ink: 'mid',
        d: `M0 ${round(62 + random() * 6)}Q${round(20 + random() * 20)} ${round(44 + random() * 8)} 54 ${round(62 + random() * 4)}T96 ${round(56 + random() * 8)}V96H0z`,
      },
      {
        ink: 'near',
        d: `M0 ${round(76 + random() * 6)}Q${round(24 + random() * 30)} ${round(60 + random() * 8)} 60 ${round(76 + random() * 4)}T96 ${round(70 + random() * 8)}V96H0z`,
      },
      { ink: 'spark', d: stars(6, 40, random) },
    ]
  },
  neon: random => {
    const sun = 17 + random() * 7
    const horizon = 60
    let grid = ''
    for (let i = -7; i <= 7; i++) grid += `M${round(48 + i * 5)} ${horizon}L${round(48 + i * 26)} 96`
    for (const y of [64, 70, 79, 91]) grid += `M0 ${y}H96`
    let slits = ''
    for (let y = horizon - 2; y > horizon - sun; y -= 4.5) slits += `M0 ${round(y)}H96`
    return [
      { ink: 'far', d: stars(12, 34, random) },
      ...drawRisingShape(Math.floor(random() * 3), sun, horizon),
      { ink: 'sky', d: slits, thin: true },
      { ink: 'near', d: `M0 ${horizon}H96V96H0z` },
      { ink: 'mid', d: grid, thin: true },
    ]
  },
  comic: random => {
    const [x, y] = [40 + random() * 16, 40 + random() * 10]
    return [
      { ink: 'far', d: rays(x, y, 11 + Math.floor(random() * 4), random()) },
      { ink: 'mid', d: burst(x, y, 26, 44, 12, random) },
      { ink: 'light', d: burst(x, y, 17, 29, 11, random) },
      { ink: 'near', d: ridge(88, 20, 4, random) },
    ]
  },
  cinema: random => {
    const x = 28 + random() * 40
    return [
      { ink: 'far', d: circle(x, 46, 40) },
      { ink: 'mid', d: circle(x, 46, 28) },
      { ink: 'light', d: circle(x, 46, 15) },
      { ink: 'mid', d: ridge(70, 26, 4, random) },
      { ink: 'near', d: ridge(84, 24, 3, random) },
      { ink: 'spark', d: stars(9, 36, random) },
    ]
  },
}

/** Returns the drawing for a name and era. It is deterministic: equal arguments always give the same drawing. */
export const drawBackglass = (name: string, style: BackglassStyle): Shape[] => DRAWINGS[style](seededRandomFromText(`glass ${name}`))

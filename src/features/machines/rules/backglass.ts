/*
 * Drawings for generated backglasses, on a canvas of 96 × 96. Each shape names the role of its colour, so that one
 * drawing works with every palette. Numbers are rounded to keep the page small.
 */

import { dice } from '../../../platform/text/hash.ts'
import type { Era } from './backglass-style.ts'

export type Ink = 'sky' | 'far' | 'mid' | 'near' | 'light' | 'spark'
export type Shape = { ink: Ink; d: string; thin?: boolean }

const size = 96
const n = (value: number): string => String(Math.round(value * 10) / 10)
const circle = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
const polar = (x: number, y: number, r: number, turn: number): string =>
  `${n(x + r * Math.cos(turn * 2 * Math.PI))} ${n(y + r * Math.sin(turn * 2 * Math.PI))}`

/** Wedges of light from one point to beyond the edge of the canvas. */
function rays(x: number, y: number, count: number, start: number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const turn = start + i / count
    d += `M${n(x)} ${n(y)}L${polar(x, y, 150, turn)}L${polar(x, y, 150, turn + 0.5 / count)}z`
  }
  return d
}

function burst(x: number, y: number, inner: number, outer: number, points: number, roll: () => number): string {
  let d = ''
  for (let i = 0; i < points; i++) {
    d += `${i === 0 ? 'M' : 'L'}${polar(x, y, outer * (0.82 + roll() * 0.3), i / points)}L${polar(x, y, inner, (i + 0.5) / points)}`
  }
  return `${d}z`
}

function ridge(base: number, height: number, steps: number, roll: () => number): string {
  let d = `M0 ${size}V${n(base)}`
  for (let i = 1; i <= steps; i++) {
    const x = (i * size) / steps
    d += `L${n(x - size / steps / 2)} ${n(base - height * (0.35 + roll() * 0.65))}L${n(x)} ${n(base - height * 0.25 * roll())}`
  }
  return `${d}V${size}z`
}

function stars(count: number, below: number, roll: () => number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [4 + roll() * 88, 4 + roll() * below, 0.8 + roll() * 1.5]
    d += `M${n(x)} ${n(y - 2 * r)}l${n(r / 2)} ${n(1.5 * r)} ${n(1.5 * r)} ${n(r / 2)}-${n(1.5 * r)} ${n(r / 2)}-${n(r / 2)} ${n(1.5 * r)}-${n(r / 2)}-${n(1.5 * r)}-${n(1.5 * r)}-${n(r / 2)} ${n(1.5 * r)}-${n(r / 2)}z`
  }
  return d
}

/** The object on the horizon of a neon landscape: a sun, a pyramid or a ringed planet. */
function rising(which: number, r: number, horizon: number): Shape[] {
  if (which === 0) return [{ ink: 'light', d: `M${n(48 - r)} ${horizon}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0z` }]
  if (which === 1) return [{ ink: 'light', d: `M${n(48 - 1.7 * r)} ${horizon}L48 ${n(horizon - 1.9 * r)}L${n(48 + 1.7 * r)} ${horizon}z` }]
  const y = horizon - 1.35 * r
  return [
    { ink: 'light', d: circle(48, y, r) },
    {
      ink: 'mid',
      d: `M${n(48 - 1.9 * r)} ${n(y + r * 0.55)}Q48 ${n(y + r * 0.5)} ${n(48 + 1.9 * r)} ${n(y - r * 0.75)}Q52 ${n(y + r)} ${n(48 - 1.9 * r)} ${n(y + r * 0.55)}z`,
    },
  ]
}

type Roll = () => number

const drawings: Record<Era, (roll: Roll) => Shape[]> = {
  deco: roll => {
    const x = 48
    const fans = [62, 48, 34, 20].map(
      (r, i): Shape => ({ ink: (['far', 'mid', 'near', 'light'] as const)[i] ?? 'mid', d: circle(x, 84, r) }),
    )
    return [{ ink: 'far', d: rays(x, 84, 24 + Math.floor(roll() * 4) * 4, roll()) }, ...fans, { ink: 'spark', d: stars(7, 30, roll) }]
  },
  poster: roll => {
    const x = 22 + roll() * 52
    return [
      { ink: 'far', d: rays(x, 50, 18, roll()) },
      { ink: 'light', d: circle(x, 50, 15 + roll() * 6) },
      {
        ink: 'mid',
        d: `M0 ${n(62 + roll() * 6)}Q${n(20 + roll() * 20)} ${n(44 + roll() * 8)} 54 ${n(62 + roll() * 4)}T96 ${n(56 + roll() * 8)}V96H0z`,
      },
      {
        ink: 'near',
        d: `M0 ${n(76 + roll() * 6)}Q${n(24 + roll() * 30)} ${n(60 + roll() * 8)} 60 ${n(76 + roll() * 4)}T96 ${n(70 + roll() * 8)}V96H0z`,
      },
      { ink: 'spark', d: stars(6, 40, roll) },
    ]
  },
  neon: roll => {
    const sun = 17 + roll() * 7
    const horizon = 60
    let grid = ''
    for (let i = -7; i <= 7; i++) grid += `M${n(48 + i * 5)} ${horizon}L${n(48 + i * 26)} 96`
    for (const y of [64, 70, 79, 91]) grid += `M0 ${y}H96`
    let slits = ''
    for (let y = horizon - 2; y > horizon - sun; y -= 4.5) slits += `M0 ${n(y)}H96`
    return [
      { ink: 'far', d: stars(12, 34, roll) },
      ...rising(Math.floor(roll() * 3), sun, horizon),
      { ink: 'sky', d: slits, thin: true },
      { ink: 'near', d: `M0 ${horizon}H96V96H0z` },
      { ink: 'mid', d: grid, thin: true },
    ]
  },
  comic: roll => {
    const [x, y] = [40 + roll() * 16, 40 + roll() * 10]
    return [
      { ink: 'far', d: rays(x, y, 11 + Math.floor(roll() * 4), roll()) },
      { ink: 'mid', d: burst(x, y, 26, 44, 12, roll) },
      { ink: 'light', d: burst(x, y, 17, 29, 11, roll) },
      { ink: 'near', d: ridge(88, 20, 4, roll) },
    ]
  },
  cinema: roll => {
    const x = 28 + roll() * 40
    return [
      { ink: 'far', d: circle(x, 46, 40) },
      { ink: 'mid', d: circle(x, 46, 28) },
      { ink: 'light', d: circle(x, 46, 15) },
      { ink: 'mid', d: ridge(70, 26, 4, roll) },
      { ink: 'near', d: ridge(84, 24, 3, roll) },
      { ink: 'spark', d: stars(9, 36, roll) },
    ]
  },
}

/** Returns the drawing for a name and era. It is deterministic: equal arguments always give the same drawing. */
export const drawBackglass = (name: string, era: Era): Shape[] => drawings[era](dice(`glass ${name}`))

import { hash } from './hash.ts'

export type MachineType = 'em' | 'ss' | 'me'
export type MachineDisplay = 'reels' | 'lights' | 'alphanumeric' | 'dmd' | 'lcd' | 'cga'

/** How a backglass of the time was painted. */
export type Era = 'deco' | 'poster' | 'neon' | 'comic' | 'cinema'

export type EraFacts = { year?: number | undefined; type?: MachineType | undefined; display?: MachineDisplay | undefined }

const unknown: Era[] = ['poster', 'neon', 'comic', 'cinema']

/** The era a machine belongs to; where nothing is known but the name, one that belongs to the name. */
export function eraOf(name: string, { year, type, display }: EraFacts): Era {
  if (type === 'me') return 'deco'
  if (type === 'em' || display === 'reels') return 'poster'
  if (display === 'lights' || display === 'alphanumeric') return 'neon'
  if (display === 'dmd') return 'comic'
  if (display === 'lcd' || display === 'cga') return 'cinema'
  if (year === undefined) return unknown[hash(`era ${name}`) % unknown.length] ?? 'comic'
  if (year < 1947) return 'deco'
  if (year < 1978) return 'poster'
  if (year < 1991) return 'neon'
  return year < 2013 ? 'comic' : 'cinema'
}

/** In words, for headers: "Dot-matrix display". */
export const displayWords: Record<MachineDisplay, string> = {
  reels: 'Score reels',
  lights: 'Light-up scores',
  alphanumeric: 'Alphanumeric display',
  dmd: 'Dot-matrix display',
  lcd: 'LCD screen',
  cga: 'CGA monitor',
}

export const typeWords: Record<MachineType, string> = { em: 'Electromechanical', ss: 'Solid state', me: 'Mechanical' }

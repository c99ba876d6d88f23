import * as m from '#messages'
import { hashText } from '#platform/text/hash.ts'

export type BackglassMachineType = 'em' | 'ss' | 'me'
export type MachineDisplay = 'reels' | 'lights' | 'alphanumeric' | 'dmd' | 'lcd' | 'cga'

/** The style of a generated backglass. */
export type BackglassStyle = 'deco' | 'poster' | 'neon' | 'comic' | 'cinema'

export type BackglassFacts = { year?: number | undefined; type?: BackglassMachineType | undefined; display?: MachineDisplay | undefined }

const MODERN_STYLES: BackglassStyle[] = ['poster', 'neon', 'comic', 'cinema']

/** Returns the style for a machine's type, display and year. If none is known, the style is derived from the name. */
export function backglassStyleOf(name: string, { year, type, display }: BackglassFacts): BackglassStyle {
  if (type === 'me') return 'deco'
  if (type === 'em' || display === 'reels') return 'poster'
  if (display === 'lights' || display === 'alphanumeric') return 'neon'
  if (display === 'dmd') return 'comic'
  if (display === 'lcd' || display === 'cga') return 'cinema'
  if (year === undefined) return MODERN_STYLES[hashText(`era ${name}`) % MODERN_STYLES.length] ?? 'comic'
  if (year < 1947) return 'deco'
  if (year < 1978) return 'poster'
  if (year < 1991) return 'neon'
  return year < 2013 ? 'comic' : 'cinema'
}

/** Labels for use after other facts, hence in lower case: "dot-matrix display". */
export const displayLabel: Record<MachineDisplay, () => string> = {
  reels: m.machines_fact_display_reels,
  lights: m.machines_fact_display_lights,
  alphanumeric: m.machines_fact_display_alphanumeric,
  dmd: m.machines_fact_display_dmd,
  lcd: m.machines_display_lcd,
  cga: m.machines_fact_display_cga,
}

export const machineTypeLabel: Record<BackglassMachineType, () => string> = {
  em: m.machines_fact_type_em,
  ss: m.machines_fact_type_ss,
  me: m.machines_fact_type_me,
}

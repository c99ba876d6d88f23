import * as m from '#messages'

/** Joins texts with commas: "Ada, Ben, Chloe". Empty and missing items are skipped. */
export function commas(things: readonly (string | null | undefined | false)[]): string {
  const [first = '', ...others] = things.filter(each => typeof each === 'string' && each !== '') as string[]
  return others.reduce((all, next) => m.events_list_more({ all, next }), first)
}

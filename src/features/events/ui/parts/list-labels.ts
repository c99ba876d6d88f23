import * as m from '#messages'

/** "Ada, Ben, Chloe": what stands side by side. What is not there is left out. */
export function commas(things: readonly (string | null | undefined | false)[]): string {
  const [first = '', ...others] = things.filter(each => typeof each === 'string' && each !== '') as string[]
  return others.reduce((all, next) => m.events_list_more({ all, next }), first)
}

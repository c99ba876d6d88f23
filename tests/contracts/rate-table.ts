import type { Rate, Rates } from '#platform/live/rates.ts'

const OF = { user: 'user', address: 'client address', connection: 'connection' } as const

/** A rate as readable text: `30 a minute`, `60 in 5 minutes`. */
export function formatRate({ limit, seconds }: Rate): string {
  const times = limit.toLocaleString('en')
  if (seconds === 60) return `${times} a minute`
  if (seconds === 3600) return `${times} an hour`
  return seconds % 60 === 0 ? `${times} in ${seconds / 60} minutes` : `${times} in ${seconds} s`
}

/** Rates as readable text: `30 a minute of one user, 1,200 a minute of one client address`. */
export const formatRates = (rates: Rates): string =>
  rates
    .map(rate => `${formatRate(rate)} of one ${OF[rate.per]}${rate.together === undefined ? '' : ` (together: ${rate.together})`}`)
    .join(', ')

/** The Markdown table of `docs/decisions/007-limits.md`: each limit on calls, with the methods that have it. @param methods by name */
export function formatRateTable(methods: ReadonlyMap<string, Rates>): string {
  const rows = new Map<string, { rate: Rate; names: string[] }>()
  for (const [name, rates] of methods) {
    for (const rate of rates) {
      const key = JSON.stringify([rate.together ?? null, rate.per, rate.limit, rate.seconds])
      const row = rows.get(key) ?? { rate, names: [] }
      row.names.push(`\`${name}\``)
      rows.set(key, row)
    }
  }
  const lines = [...rows.values()]
    .sort((a, b) => a.names.length - b.names.length)
    .map(({ rate, names }) => {
      const how = names.length === 1 ? '' : rate.together === undefined ? ', each' : ', together'
      return `| ${names.join(', ')}${how} | ${formatRate(rate)} | ${OF[rate.per]} |`
    })
  return ['| calls | limit | of one |', '| --- | --- | --- |', ...lines].join('\n')
}

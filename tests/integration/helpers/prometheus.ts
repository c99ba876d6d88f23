/** The content of `/metrics` at one moment. */
export class PrometheusMetrics {
  readonly text: string
  readonly #values = new Map<string, number>()

  constructor(text: string) {
    this.text = text
    for (const line of text.split('\n')) {
      const at = line.lastIndexOf(' ')
      if (line !== '' && !line.startsWith('#')) this.#values.set(line.slice(0, at), Number(line.slice(at + 1)))
    }
  }

  static async fetch({ http }: { http: string }, headers: Record<string, string> = {}): Promise<PrometheusMetrics> {
    const answer = await fetch(`${http}/metrics`, { headers })
    if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`)
    return new PrometheusMetrics(await answer.text())
  }

  /** Returns the value of a sample by its name in the output, such as `skillshot_sessions` or `a_total{method="x"}`; 0 if there is none. */
  get(sample: string): number {
    return this.#values.get(sample) ?? 0
  }

  /** Returns every name that can be queried: of each histogram `_bucket`, `_sum` and `_count`. */
  get names(): Set<string> {
    const names = new Set<string>()
    for (const [, name, type] of this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + end)
    return names
  }
}

import { readFileSync } from 'node:fs'
import { StartError } from '#platform/start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** All problems of the environment at once, each on a line that says what to do. */
export class ConfigError extends StartError {
  override name = 'ConfigError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/**
 * Reads variables one by one and collects their problems. An empty value counts as none; `NAME_FILE` may name a file that holds the value.
 */
export class EnvReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  text(name: string): string | null {
    const direct = this.#env[name] || null
    const file = this.#env[`${name}_FILE`] || null
    if (direct !== null && file !== null) this.problems.push(`Set either ${name} or ${name}_FILE, not both.`)
    if (file === null) return direct
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      this.problems.push(`${name}_FILE names ${file}, which cannot be read. Check the path and its permissions.`)
      return null
    }
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= minimum && value <= maximum) return value
    this.problems.push(`${name} is "${text}". Give a whole number from ${minimum} to ${maximum}.`)
    return fallback
  }

  oneOf<T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    return this.oneOfOrNull(name, choices) ?? fallback
  }

  /** @returns null if the variable is not set */
  oneOfOrNull<T extends string>(name: string, choices: readonly T[]): T | null {
    const text = this.text(name)
    if (text === null) return null
    const choice = choices.find(each => each === text)
    if (choice === undefined) this.problems.push(`${name} is "${text}". Give one of ${choices.join(', ')}.`)
    return choice ?? null
  }

  url(name: string, protocols: readonly string[]): URL | null {
    const text = this.text(name)
    if (text === null) return null
    const url = URL.canParse(text) ? new URL(text) : null
    if (url !== null && protocols.includes(url.protocol)) return url
    this.problems.push(`${name} is not an address that begins with ${protocols.map(each => `${each}//`).join(' or ')}.`)
    return null
  }

  /** Reads an address to which secrets may be sent, or data on people: http is allowed only to this machine. */
  encryptedUrl(name: string): URL | null {
    const url = this.url(name, ['http:', 'https:'])
    if (url?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
      this.problems.push(`${name} is not encrypted. Give an https address; http is for a stand-in on this machine alone.`)
    return url
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map(each => each.trim())
      .filter(Boolean)
  }
}

import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/** The words that a command takes. */
export interface CommandWords<Option extends string> {
  /** how the command is called; every sentence about a mistake ends with it */
  usage: string
  /** names of the options, each of which needs a value: `--username NAME` */
  options?: readonly Option[]
  /** what each of the other words is, all of which are needed: `FILE` */
  operands?: readonly string[]
}

/**
 * Reads the words after the name of a command.
 * @throws UsageError for an unknown option, an option twice or without a value, and for words that are missing or too many
 */
export function readWords<Option extends string = never>(
  args: readonly string[],
  { usage, options = [], operands = [] }: CommandWords<Option>,
): { values: Partial<Record<Option, string>>; words: string[] } {
  const mistake = (what: string): UsageError => new UsageError(`${what}. The command is: ${usage}`)
  const known = Object.fromEntries(options.map(name => [name, { type: 'string', multiple: true } as const]))
  const { values, positionals } = parse(args, known, mistake)
  const found = Object.entries(values).map(([name, given = []]) => {
    if (given.length > 1) throw mistake(`--${name} is given ${given.length} times`)
    if (given[0] === '') throw mistake(`--${name} has no value`)
    return [name, given[0]] as const
  })
  const missing = operands[positionals.length]
  if (missing !== undefined) throw mistake(`${missing} is missing`)
  const surplus = positionals[operands.length]
  if (surplus !== undefined) throw mistake(`There is a word too many: ${JSON.stringify(surplus)}`)
  return { values: Object.fromEntries(found) as Partial<Record<Option, string>>, words: positionals }
}

type KnownOptions = Record<string, { type: 'string'; multiple: true }>

function parse(
  args: readonly string[],
  options: KnownOptions,
  mistake: (what: string) => UsageError,
): { values: Record<string, string[] | undefined>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: values as Record<string, string[] | undefined>, positionals }
  } catch (error) {
    // What Node adds after the first sentence is about the writing of programs.
    throw mistake((error as Error).message.split(/\.\s/)[0]!)
  }
}

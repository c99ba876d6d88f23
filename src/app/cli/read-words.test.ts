import { describe, expect, it } from 'vitest'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

const command = { usage: 'grant --role ROLE [--username NAME] FILE', options: ['role', 'username'], operands: ['FILE'] } as const

describe('the words of a command', () => {
  it('are its options and its other words, in any order', () => {
    for (const args of [
      ['--role', 'admin', 'a.json'],
      ['a.json', '--role=admin'],
      ['--role', 'admin', '--', 'a.json'],
    ])
      expect(readWords(args, command)).toEqual({ values: { role: 'admin' }, words: ['a.json'] })
    expect(readWords(['--', '--odd.json'], command)).toEqual({ values: {}, words: ['--odd.json'] })
    expect(readWords([], { usage: 'recompute' })).toEqual({ values: {}, words: [] })
  })

  it.each<[args: string[], sentence: string]>([
    [['--name', 'x', 'a.json'], "Unknown option '--name'"],
    [['-r', 'admin', 'a.json'], "Unknown option '-r'"],
    [['--role=', 'a.json'], '--role has no value'],
    [['a.json', '--role', ''], '--role has no value'],
    [['a.json', '--role'], "Option '--role <value>' argument missing"],
    [['--role', '--username', 'Ada', 'a.json'], "Option '--role' argument is ambiguous"],
    [['--role', 'admin', '--role', 'judge', 'a.json'], '--role is given 2 times'],
    [['--role', 'admin'], 'FILE is missing'],
    [['a.json', 'b.json'], 'There is a word too many: "b.json"'],
    [['a.json', ''], 'There is a word too many: ""'],
  ])('are refused in one sentence: %j', (args, sentence) => {
    const read = (): unknown => readWords(args, command)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(new UsageError(`${sentence}. The command is: ${command.usage}`))
  })
})

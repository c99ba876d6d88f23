import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import * as m from '#messages'
import { LOCALES } from '#platform/text/locales.ts'
import { inputsOf, messagesOf } from '../scripts/messages.mjs'

/** Attributes whose text users read or hear. */
const READ = /^(alt|title|label|placeholder|aria-label|aria-description|aria-valuetext|text|hint|description|name)$/
/** Names and signs that are the same in every language. */
const EVERYWHERE = /^(Skillshot|Instagram|Facebook|Bluesky|Mastodon|Discord|Patreon|QR|CSV|JSON|PDF|IFPA|OPDB|ID|UTC)$/

const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.tsx') && !path.includes('.test.'))

/** Returns the texts of a screen that do not come from the message catalogue. */
function bareTexts(path: string): string[] {
  const found: string[] = []
  const say = (text: unknown): void => {
    if (typeof text === 'string' && /\p{L}{2}/u.test(text) && !EVERYWHERE.test(text.trim())) found.push(`${path}: ${text.trim()}`)
  }
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(walk)
    const { type, name, value } = node as { type?: string; name?: { name?: string }; value?: unknown }
    if (type === 'JSXText') say(value)
    const literal = (value as { type?: string; value?: unknown } | null)?.type === 'Literal' ? (value as { value: unknown }).value : null
    const element = type === 'JSXAttribute' && READ.test(name?.name ?? '')
    if (element && !(name?.name === 'name' || name?.name === 'text') && literal !== null) say(literal)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(path, readFileSync(`src/${path}`, 'utf8')).program)
  return found
}

describe('the messages of the interface', () => {
  it('are all that a screen says: no text stands in the markup itself', () => {
    expect(screens.length).toBeGreaterThan(150)
    expect(screens.flatMap(bareTexts)).toEqual([])
  })

  it('are there in every language, and take the same there', () => {
    const [english, ...others] = LOCALES.map(locale => messagesOf(locale))
    const names = Object.keys(english!).sort()
    for (const messages of others) {
      expect(Object.keys(messages).sort()).toEqual(names)
      for (const name of names) {
        const known = inputsOf(english![name]!)
        expect(
          inputsOf(messages[name]!).filter(input => !known.includes(input)),
          name,
        ).toEqual([])
      }
    }
  })

  it('begin the name of a button for screen readers with what the button shows, so that it can also be pressed by saying that', () => {
    const shownOf = {
      events_group_enter_of: 'events_result_enter',
      events_group_correct_of: 'events_result_edit',
      events_group_move_of: 'events_move_group',
      events_move_choose_of: 'events_move_choose',
      events_void_game_of: 'events_void_game',
      events_void_game_undo_of: 'events_void_game_undo',
      events_confirm_of: 'events_result_confirm',
    }
    for (const locale of LOCALES) {
      const messages = messagesOf(locale)
      for (const [name, shown] of Object.entries(shownOf))
        expect(messages[name], `${locale} ${name}`).toMatch(new RegExp(`^${messages[shown]}`))
    }
  })

  it('have each number that their language tells apart', () => {
    for (const locale of LOCALES) {
      for (const [name, message] of Object.entries(messagesOf(locale))) {
        if (typeof message === 'string') continue
        const [{ declarations, match }] = message
        const local = declarations.map(text => /^local (\w+) = \w+: plural( type=ordinal)?$/.exec(text)).find(found => found !== null)
        if (local === undefined || local === null) continue
        const expected = new Intl.PluralRules(locale, { type: local[2] === undefined ? 'cardinal' : 'ordinal' }).resolvedOptions()
          .pluralCategories
        const given = Object.keys(match).map(key => key.split('=')[1])
        expect(given.includes('*') ? [] : expected.filter(category => !given.includes(category)), `${locale}: ${name}`).toEqual([])
      }
    }
  })

  it('make the plural rules of a language once, since making them takes far longer than choosing a form', () => {
    const chosen = [1, 2, 5].map(count => m.events_draw_playing({ count, n: count }))
    const make = vi.spyOn(Intl, 'PluralRules')
    expect([1, 2, 5].map(count => m.events_draw_playing({ count, n: count }))).toEqual(chosen)
    expect(make).not.toHaveBeenCalled()
    make.mockRestore()
  })
})

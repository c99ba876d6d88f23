import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { nameLookalike, wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import { usernameProblem } from '#accounts/rules.ts'
import { translateError } from '#app/error-texts.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { resultsMissing } from '#events/contract/rounds.ts'
import { errorTexts, ruleTexts } from '#messages/errors'
import { fieldError } from '#platform/live/contract.ts'
import { setErrorTexts } from '#platform/live/error-texts.ts'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { markRetried } from '#platform/live/retried-errors.ts'
import { atMostCharacters, fieldRule, malformed, mustBeInteger } from '#platform/text/field-rules.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { patreonBusy } from '#supporters/contract.ts'
import { loadErrors, readRules } from './contracts/all.ts'

afterEach(() => setActiveLocale('en'))

/** Rules that only another program can break: forms and links of this site send the right type, ids, and choices from lists. */
const NOT_TYPED = ['malformed', 'not-known', 'one-place', 'set-by-environment', 'unknown-cursor']

/** Words about fields in the files that check arguments, with what stands before them. */
function undeclaredWords(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(path => path.replaceAll('\\', '/'))
  const checking =
    /^(?:features\/.*\/(?:contract|formats|rules|server)\b.*|features\/[^/]*\/contract|platform\/(?:live|settings|text)\/.*)\.ts$/
  return files
    .filter(each => checking.test(each) && !/\.test\.|migrations|legacy|persisted/.test(each))
    .map(path => readFileSync(`src/${path}`, 'utf8').replace(/^\s*(?:\*|\/\*).*$/gm, ''))
    .flatMap(source => [...source.matchAll(/(?:[\w-]+\(|',)?\s*(['"`])(?:must|belongs to pin|is missing)(?:(?!\1).)+\1/g)])
    .map(([found]) => found.trim())
    .filter(found => !/^(?:malformed\(|fieldRule\(|',)/.test(found))
}

describe('the texts of errors', () => {
  it('exist for every conflict that a call can meet, and for everything that Meteor names by a word', async () => {
    const errors = await loadErrors()
    expect(errors.length).toBeGreaterThan(100)
    const needed = errors.filter(({ error }) => error === 409 || typeof error === 'string')
    expect(needed.filter(({ code }) => !Object.hasOwn(errorTexts, `error_${code.replaceAll('-', '_')}`))).toEqual([])
  })

  it('are in the reader’s language for every error of the contracts', async () => {
    const errors = (await loadErrors()).map(error => error({ n: 3 }))
    const texts = LOCALES.map(locale => {
      setActiveLocale(locale)
      return errors.map(error => translateError(error)!)
    })
    for (const [english, german, arabic] of errors.map((_, i) => texts.map(each => each[i]!))) {
      expect(german).not.toBe(english)
      expect(arabic).toMatch(/\p{Script=Arabic}/u)
    }
  })

  it('belong to an error each', async () => {
    const codes = new Set((await loadErrors()).map(({ code }) => `error_${code.replaceAll('-', '_')}`))
    const ofPlatform = /^error_(\d+|database_unreachable|invocation_failed|jobs_not_done|read_only|too_many_subscriptions|unauthorized)$/
    expect(Object.keys(errorTexts).filter(key => !codes.has(key) && !ofPlatform.test(key))).toEqual([])
  })

  it('say for wrong credentials what is wrong', () => {
    const error = wrongCredentials()
    expect(translateError(error)).toBe('Wrong user name or password.')
    setActiveLocale('de')
    expect(translateError(error)).toBe('Benutzername oder Passwort falsch.')
  })

  it('keep the number of an error', () => {
    setActiveLocale('de')
    expect(translateError(resultsMissing({ n: 3 }))).toBe('Es fehlen noch Ergebnisse von Runde 3.')
  })

  it('explain an account that was refused by what stands in the details', () => {
    setActiveLocale('de')
    expect(translateError(new DdpError(403, 'User validation failed', nameLookalike.reason))).toBe(
      'Dieser Benutzername sieht einem anderen zu ähnlich.',
    )
    expect(translateError(new DdpError(403, 'User validation failed', usernameProblem('')!))).toBe('Ein Benutzername hat 1 bis 40 Zeichen.')
  })

  it('exist for all that the server says about a field that people fill in', () => {
    expect(undeclaredWords()).toEqual([])
    const codes = [...new Set(readRules().map(({ code }) => code))]
    expect(codes.length).toBeGreaterThan(50)
    const toName = (code: string) => code.replaceAll('-', '_')
    const isText = (code: string) => Object.hasOwn(ruleTexts, `rule_${toName(code)}`) || Object.hasOwn(errorTexts, `error_${toName(code)}`)
    expect(codes.filter(code => !isText(code)).sort()).toEqual(NOT_TYPED)
    expect(Object.keys(ruleTexts).filter(key => !codes.includes(key.slice('rule_'.length).replaceAll('_', '-')))).toEqual([])
  })

  it('stand at the fields of forms without the name of the field', () => {
    setErrorTexts(translateError)
    setActiveLocale('de')
    const [problem] = fieldProblems(fieldError('year', mustBeInteger(1930, 2100)))
    expect(problem).toMatchObject({ path: 'year' })
    expect(fieldProblemText(problem!)).toBe('Gib eine ganze Zahl von 1930 bis 2100 ein.')
    expect(fieldProblems(new DdpError(403, 'User validation failed', 'details'))).toEqual([])
  })

  it('name the field and say what is asked for', () => {
    const tooLong = fieldError('name', atMostCharacters(60))
    const targets = fieldError('format.targets.3', mustBeInteger(1, 999_999))
    const unnamed = fieldError('what.to', fieldRule('after-start', 'must come after from'))
    const texts = LOCALES.map(locale => {
      setActiveLocale(locale)
      return [tooLong, targets, unnamed].map(translateError)
    })
    expect(texts).toEqual([
      ['Name: Use at most 60 characters.', 'Targets: Enter a whole number from 1 to 999,999.', 'Choose a time after the start.'],
      ['Name: Höchstens 60 Zeichen.', 'Ziele: Gib eine ganze Zahl von 1 bis 999.999 ein.', 'Wähle einen Zeitpunkt nach dem Beginn.'],
      ['الاسم: 60 حرفًا على الأكثر.', texts[2]![1], 'اختر وقتًا بعد البداية.'],
    ])
    expect(texts[2]![1]).toMatch(/^الأهداف: أدخل عددًا صحيحًا من /)
  })

  it('are general for a field that only another program can get wrong', () => {
    expect(translateError(fieldError('eventId', malformed('must be an id')))).toBe('Some of what you entered isn’t valid. Please check it.')
  })

  it('ask nobody to try again where the page does', () => {
    const slowDown = new DdpError('too-many-requests', 'Slow down.', { timeToReset: 9000 })
    const broken = new DdpError(500, 'Internal server error')
    for (const error of [slowDown, broken]) markRetried(error)
    setErrorTexts(translateError)
    for (const error of [slowDown, broken])
      expect(errorMessage(error)).toBe('This should work again in a moment. We’ll retry automatically.')
  })

  it('say what a service that this site asks has told it, where that has a limit', () => {
    const busy = patreonBusy({ wait: '5 minutes', timeToReset: 300_000 })
    expect(translateError(busy)).toBe('Patreon is busy right now, so nothing was linked. Try again in a few minutes.')
  })

  it('say when one may try again, where the server does', () => {
    const limited = (details?: { timeToReset: number }): string[] =>
      LOCALES.map(locale => {
        setActiveLocale(locale)
        return errorMessage(new DdpError('too-many-requests', 'Slow down.', details))
      })
    expect(limited({ timeToReset: 9000 })).toEqual([
      'That was a bit fast. Try again in 9 seconds.',
      'Das war etwas zu schnell. Versuche es in 9 Sekunden noch einmal.',
      expect.stringMatching(/^تمهّل قليلًا\. أعد المحاولة خلال 9 /),
    ])
    expect(limited({ timeToReset: 80_000_000 }).slice(0, 2)).toEqual([
      'You’ve reached the limit for now. Try again in 23 hours.',
      'Im Moment ist das Limit erreicht. Versuche es in 23 Stunden noch einmal.',
    ])
    expect(limited()[0]).toBe('That was a bit fast. Wait a moment and try again.')
  })

  it('are missing for what the page itself says, which is in the reader’s language already', () => {
    setActiveLocale('de')
    expect(translateError(new DdpError('offline', 'Dafür brauchst du eine Verbindung.'))).toBe(null)
    expect(translateError(new DdpError(409, 'Etwas Eigenes'))).toBe(null)
  })
})

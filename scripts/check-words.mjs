import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

/**
 * Finds discouraged words in the English messages: words that earlier texts of the screens used too often, that read like a translation, or
 * that stand for something that has another name here. The glossary in `docs/writing.md` says what to write instead.
 * @typedef {{ file: string, key: string, text: string, word: string, instead: string }} DiscouragedWord
 */

/** Each pattern with the words to use instead. */
export const DISCOURAGED_WORDS = [
  [/\bsomebody\b/i, 'someone'],
  [/\b(everybody|anybody)\b/i, 'everyone, anyone, players'],
  [/\bwhoever\b/i, 'the player who, anyone who'],
  [/\bnobody\b/i, 'no players, no scores; "nobody here has ever played" is fine', /Nobody here has/],
  [/\bat once\b/i, 'right away'],
  [/\bmend(ed|ing|s)?\b/i, 'edit, fix'],
  [/\btook? back\b|\btake (it|them) back\b/i, 'undo, remove'],
  [/\bby lot\b/i, 'random'],
  [/\bgood for (\d|three|a|one)/i, 'works for'],
  [/\b(it|that|they|scores?|results?|jobs?|reports?) waits?\b/i, 'pending, waiting for …'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\blet go of\b/i, 'clear'],
  [/\bstands? by\b|\bstanding by\b/i, 'bye'],
  [/\benrol(l|led|ment)?\b/i, 'add user'],
  [/\bto be sure\b/i, 'to confirm'],
  [/\bThat was all\b/i, 'You’ve reached the end.'],
  [/\bpick(ed|s)?\b/i, 'choose'],
  [/\be-mails?\b|\bmails?\b(?! server|\.)/i, 'email'],
  [/\bpictures?\b/i, 'photo'],
  [/\bType (the|your|a|an)\b(?! start)/, 'Enter'],
  [/\bNew (event|machine)\b/, 'Add event, Add machine'],
  [/\bMake (the|a|this) (group|event|role)\b/i, 'Create'],
  [
    /\b(close|run|use|void|dispute|reject|remove|delete|merge|retire|keep|leave|save) (it|them)$/i,
    'a verb with its noun: Close report, Void score',
  ],
  [/^Yes, /, 'the verb and its noun, as the button that opened the dialog says', /^Yes, (that’s correct|it’s mine)/],
  [/\b(could|can|did|does|do|is|are|was|were|has|have) ?not\b/i, 'the short form: couldn’t, can’t'],
  [/\b(you|we|they) (are|will)\b/i, 'the short form: you’re, we’ll', /You are \{nth\}|stay as they are/],
]

/** Every text of the English messages, with its key. */
function* englishMessages() {
  const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
  for (const pattern of settings['plugin.inlang.messageFormat'].pathPattern) {
    const file = pattern.replace('./', '').replace('{locale}', 'en')
    for (const [key, value] of Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')))) {
      if (key === '$schema') continue
      if (typeof value === 'string') yield { file, key, text: value }
      else for (const { match } of value) for (const text of Object.values(match ?? {})) yield { file, key, text }
    }
  }
}

/**
 * The discouraged words in a text.
 * @param {string} text
 */
export const discouragedWordsIn = text =>
  DISCOURAGED_WORDS.flatMap(([pattern, instead, allowed]) => {
    const found = pattern.exec(text)
    return found === null || allowed?.test(text) ? [] : [{ word: found[0], instead }]
  })

/** Returns every discouraged word in the English messages. */
export const findDiscouragedWords = () =>
  [...englishMessages()].flatMap(message => discouragedWordsIn(message.text).map(found => ({ ...message, ...found })))

if (process.argv[1] === import.meta.filename) {
  const found = findDiscouragedWords()
  for (const { file, key, text, word, instead } of found) console.error(`${file}: ${key}: "${text}" has "${word}". Write: ${instead}.`)
  if (found.length > 0) console.error('docs/writing.md says which words are used here.')
  process.exitCode = found.length === 0 ? 0 : 1
}

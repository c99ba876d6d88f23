/**
 * The one comparison of all searches and filters: the server folds names with it when they are written and texts when they are looked for,
 * and pages filter lists with it (decision 026). What is folded has lower case, no accents, and letters, digits and spaces only.
 */

import { toLatinDigits } from './numbers.ts'

/**
 * The version of what `foldWords` and `searchText` return, which the database keeps beside the folded names. Raise it with every change:
 * then the next start folds all names again (platform/db/search-texts.ts).
 */
export const FOLD_VERSION = 1

/** Apostrophes, and the signs that are typed in place of them: they separate no words. */
const APOSTROPHES = /['’‘ʼʻʹʾʿ′`]/g
/** What is drawn as nothing (such as the soft hyphen), but for the joiner within Persian words; and the stroke between Arabic letters. */
const UNSEEN = /(?!\u200c)[\p{Default_Ignorable_Code_Point}\u0640]/gu
/** Accents, and the vowel signs that Arabic and Hebrew leave out. The marks of other scripts, such as the vowels of Devanagari, stay. */
const MARKS =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/**
 * Letters that Unicode does not decompose, each after what stands for them in the rules of Postgres' extension `unaccent`; a test compares
 * the two.
 */
const LATIN =
  'a:ⱥᴀᶏ aa:ꜳ ae:æᴁ ao:ꜵ au:ꜷ av:ꜹꜻ ay:ꜽ b:ƀɓƃʙᴃᵬᶀ c:ƈȼɕᴄꞓ d:ðđɖɗƌȡᴅᴆᵭᶁᶑꝱꝺ db:ȸ dz:ʣʥ e:ɛɇᴇᶒᶓⱸ f:ƒᵮᶂꜰꝼ g:ɠǥɡɢʛᶃꞡ h:ħɦɧʜⱨ hv:ƕ i:ɩɨɪᵻᶖ j:ȷɉɟʝᴊ ' +
  'k:ƙᴋᶄⱪꝁꝃꝅꞣ l:łƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲ ll:ỻ ls:ʪ lz:ʫ m:ɱᴍᵯᶆꝳ n:ŋɲƞȵɳɴᵰᶇꝴꞑꞥ o:øᴏⱺꝋꝍ oe:œɶ oi:ƣ oo:ꝏ p:ƥᴘᵱᵽᶈꝑꝓꝕ q:ĸʠꝗꝙ qp:ȹ r:ɍɼɽɾʀᵲᵳᶉꝵꝶꞧ ' +
  's:ȿʂᵴᶊẜẝꜱꞩ t:ŧƫƭʈȶⱦᴛᵵꝷꞇ th:þᵺꝥꝧ ts:ʦ u:ʉᴜᵾᶙ ue:ᵫ v:ʋᴠᶌỽⱱⱴꝟ vy:ꝡ w:ᴡⱳ x:ᶍ y:ƴɏʏỿ z:ƶȥɀʐʑᴢᵶᶎⱬ'
/** Arabic letters that people write for each other, and their forms in Persian and Urdu; and the sigma at the end of a Greek word. */
const OTHERS = 'ا:ٱٲٳ ي:ىیې ه:ةہھەۃ ك:ک σ:ς'

const LETTERS = new Map(
  `${LATIN} ${OTHERS}`.split(' ').flatMap(pair => {
    const [folded = '', letters = ''] = pair.split(':')
    return [...letters].map(letter => [letter, folded] as const)
  }),
)
const KEPT_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

const decompose = (text: string): string => text.normalize('NFKD').replace(MARKS, '').replace(UNSEEN, '').replace(APOSTROPHES, '')
/** Also `ß` and `ẞ`, and the dotless `ı`, which have no lower case in common with `ss` and `i`. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase()

/** The words of a text as they are compared. Empty for a text without letters and digits. */
export function foldWords(text: string): string[] {
  // The acute accent that stands alone, which German keyboards have, is decomposed into a space and a mark.
  const decomposed = decompose(foldCase(decompose(text.replace(/´/g, "'"))))
  return toLatinDigits(decomposed.replace(KEPT_LETTERS, letter => LETTERS.get(letter)!))
    .split(BETWEEN_WORDS)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
}

/** Characters of joined words by which a name is found, but for those that are joined from its first word on. */
const MAX_JOINED = 40

/**
 * The text by which something is found: ` pinbot/ pin bot williams 1986` for `PIN·BOT`. It begins with each of the names in one word, with
 * a stroke behind it. Each distinct word follows, and the words that begin within a name in one, with a space before each.
 * @param others what it is found by besides its names
 */
export function searchText(names: readonly string[], others: readonly string[] = []): string {
  const folded = names.map(foldWords).filter(words => words.length > 0)
  const whole = folded.map(words => `${words.join('')}/`)
  const joined = folded.flatMap(words =>
    words.slice(1, -1).map((_, i) =>
      words
        .slice(i + 1)
        .join('')
        .slice(0, MAX_JOINED),
    ),
  )
  return ['', ...new Set([...whole, ...folded.flat(), ...others.flatMap(foldWords), ...joined])].join(' ')
}

/** True if the text is a part of a name, whose `searchText` this is. */
export const isContained = (search: string, text: string): boolean => search.includes(foldWords(text).join(''))

/**
 * What a text is looked for by: something is found if its `searchText` contains one part of each of these lists, or `joined`. So `pin bot`
 * finds `Pinbot`. Null for a text without letters and digits.
 */
export function searchPattern(text: string): { joined: string; words: string[][] } | null {
  const words = foldWords(text)
  if (words.length === 0) return null
  const alternatives = words.map((word, i) => (i === 0 ? [` ${word}`] : [` ${word}`, ` ${words[i - 1]!}${word}`]))
  return { joined: ` ${words.join('')}`, words: alternatives }
}

/** Returns a function that is true for what has a `searchText` which the text finds. A text without letters and digits finds everything. */
export function createTextFilter(text: string): (search: string) => boolean {
  const pattern = searchPattern(text)
  if (pattern === null) return () => true
  const { joined, words } = pattern
  return search => search.includes(joined) || (words.length > 1 && words.every(parts => parts.some(part => search.includes(part))))
}

/** True if the text finds what has this `searchText`. */
export const isFoundBy = (search: string, text: string): boolean => createTextFilter(text)(search)

/** True if each word of the text begins a word of one of the names, in any order. A text without letters and digits finds everything. */
export const matchesText = (names: readonly string[], text: string): boolean => isFoundBy(searchText(names), text)

import { nameProblem } from '#platform/text/names.ts'
import type { SocialLink } from '#platform/ui/layouts/context/site-settings-context.ts'
import type { EnvReader } from './read-env.ts'

const MAX_LINKS = 10
const MAX_NAME_LENGTH = 40

/**
 * Reads `SOCIAL_LINKS`: links separated by commas, each a name, a space and an https address, as in `Mastodon
 * https://pinball.example/@club`. Every visitor sees them. Invalid links are added to the problems of the reader.
 * @returns null if there are none
 */
export function readSocialLinks(reader: EnvReader): SocialLink[] | null {
  const links: SocialLink[] = []
  const given = reader.list('SOCIAL_LINKS')
  if (given.length === 0) return null
  for (const each of given) {
    const [, text, href] = /^(.*\S)\s+(\S+)$/.exec(each) ?? []
    if (text === undefined || href === undefined || nameProblem(text) !== null || [...text].length > MAX_NAME_LENGTH || !isPublic(href))
      reader.problems.push(
        `SOCIAL_LINKS holds "${each}". Give a name of at most ${MAX_NAME_LENGTH} characters and an https address each, separated by commas: Mastodon https://pinball.example/@club, Discord https://discord.gg/club. A comma in an address is written %2C.`,
      )
    else links.push({ text, href: new URL(href).href })
  }
  if (given.length > MAX_LINKS) reader.problems.push(`SOCIAL_LINKS holds ${given.length} links. Give at most ${MAX_LINKS}.`)
  if (new Set(links.map(({ href }) => href)).size < links.length)
    reader.problems.push('SOCIAL_LINKS names an address twice. Give each once.')
  return links
}

/** True if the text is an https address without a user name or password in it. */
function isPublic(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, username, password } = new URL(href)
  return protocol === 'https:' && username === '' && password === ''
}

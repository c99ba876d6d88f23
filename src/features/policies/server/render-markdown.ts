import { micromark } from 'micromark'
import type { PolicyDoc } from '../contract.ts'

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const toPlainText = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot);/g, entity => ENTITIES[entity]!)

/**
 * Renders Markdown as safe markup. Raw HTML in it stays text, and links lead only to the web or to an e-mail address.
 * The first heading becomes the title. Others of its level become one level lower, because a page has only one.
 * @param title used if the text has no heading
 */
export function renderPolicy(markdown: string, title: string): Pick<PolicyDoc, 'title' | 'html'> {
  const html = micromark(markdown)
  const heading = /<h1>(.*?)<\/h1>\n?/s.exec(html)
  const rest = heading === null ? html : html.replace(heading[0], '')
  return { title: (heading && toPlainText(heading[1]!).trim()) || title, html: rest.replace(/(<\/?)h1>/g, '$1h2>') }
}

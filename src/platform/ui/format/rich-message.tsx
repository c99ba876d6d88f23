import { Fragment, type ReactNode } from 'react'

const TAGGED = /<(\w+)>(.*?)<\/\1>/g

/** Renders a message with tags, such as "Read the <terms>terms</terms>.". `parts` maps each tag name to a function of its text. */
export function renderMessage(message: string, parts: Readonly<Record<string, (text: string) => ReactNode>>): ReactNode {
  const found: ReactNode[] = []
  let from = 0
  for (const match of message.matchAll(TAGGED)) {
    const [whole, name, text] = match as unknown as [string, string, string]
    found.push(message.slice(from, match.index), <Fragment key={match.index}>{parts[name]?.(text) ?? whole}</Fragment>)
    from = match.index + whole.length
  }
  found.push(message.slice(from))
  return found
}

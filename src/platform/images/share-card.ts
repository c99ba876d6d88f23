import type { ReactElement, ReactNode } from 'react'
import { cardFontFiles } from './share-card-fonts.ts'
import { CardProcess, type PlainElement } from './share-card-process.ts'

/** The size (px) that chats and social sites show uncropped. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

/** A data URL for `src`. Cards contain only pictures that this server made and has in memory, so drawing never fetches anything. */
export const pictureAddress = (type: 'image/jpeg' | 'image/png' | 'image/svg+xml', bytes: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/**
 * Draws elements with inline styles (flex boxes, text, pictures as data URLs) as a share card, in a process of its own. Text becomes
 * outlines, so that it can never act as markup.
 * @param tree components in it are called as plain functions, so they use no hooks
 * @returns a PNG of 256 colours, which is a third as large as in full colour; some chats show no picture above 300 KB
 */
export function drawCard(tree: ReactNode): Promise<Buffer> {
  cardProcess ??= new CardProcess({ width: CARD_WIDTH, height: CARD_HEIGHT }, cardFontFiles())
  return cardProcess.draw(toPlainElement(tree))
}

let cardProcess: CardProcess | null = null

type ElementType = string | ((props: unknown) => ReactNode)

function toPlainElement(node: ReactNode): PlainElement {
  if (typeof node === 'string' || typeof node === 'number') return node
  if (Array.isArray(node)) return (node as ReactNode[]).map(toPlainElement)
  if (typeof node !== 'object' || node === null) return null
  const { type, props } = node as ReactElement<{ children?: ReactNode }, ElementType>
  if (typeof type === 'function') return toPlainElement(type(props))
  return { type, props: { ...props, children: toPlainElement(props.children) } }
}

/// <reference types="vite/types/importMeta.d.ts" />

import type { EventFormat, EventFormatKind } from '../registry.ts'
import type { FormatLabels } from './format-labels.ts'

/** The texts about every format, by the name of its folder. */
const modules = import.meta.glob('../*/ui/labels.ts', { eager: true }) as Record<string, { labels: FormatLabels }>

const byKind = new Map(Object.entries(modules).map(([path, { labels }]) => [path.split('/')[1] as EventFormatKind, labels]))

export const formatLabels = ({ kind }: Pick<EventFormat, 'kind'>): FormatLabels => byKind.get(kind)!

/** The kinds of formats in the order in which a form lists them. */
export const LISTED_KINDS: readonly EventFormatKind[] = [...byKind.keys()].sort((a, b) => byKind.get(a)!.order - byKind.get(b)!.order)

/// <reference types="vite/types/importMeta.d.ts" />

import type { EventFormat, EventFormatKind } from '../registry.ts'
import type { FormatServer } from './format-server.ts'

/** The server part of every format, by the name of its folder. */
const modules = import.meta.glob('../*/server.ts', { eager: true }) as Record<string, { server: FormatServer }>

const byKind = new Map(Object.entries(modules).map(([path, { server }]) => [path.split('/')[1] as EventFormatKind, server]))

export const formatServer = ({ kind }: Pick<EventFormat, 'kind'>): FormatServer => byKind.get(kind)!

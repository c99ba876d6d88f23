import type { Plugin } from 'vite'

export declare function contractNames(): Plugin

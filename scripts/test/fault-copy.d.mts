import type { Fault } from '../../tests/faults/faults.mjs'

export declare function occurrences(text: string, find: string): number
export declare function withFault(text: string, fault: Fault): string

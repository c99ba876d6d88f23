export declare const FILE: string
export declare const HEAD: string
export declare function describeBench(source: string, name: string): string
export declare function benchSection(bench: { description: string; run: string; output: string }): string | null

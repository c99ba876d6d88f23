export declare function describeRun(file: string): string
export declare function withSection(text: string, head: string, part: string, body: string): string
export declare function writeSection(file: string, head: string, part: string, body: string): void

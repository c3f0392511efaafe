/** The scenario's JSON Schema, generated from `wasm/`: the forms are made of it, and the engine checks scenarios by it. */
import schema from './generated/scenario.schema.json';

export { schema };

/** The same as text, as an engine takes it. */
export const schemaText: string = JSON.stringify(schema);

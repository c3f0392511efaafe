/** English: what is read when it is asked for. The help of fields is the engine's own, from the doc comments in Rust. */
import fields from '../../model/scenario/generated/help.json';
import help from './help.json';
import settings from './settings.json';

export default { help: { ...fields, ...help }, settings, costSources: {}, defaultSources: {} };

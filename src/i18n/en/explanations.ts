/** English: texts that load on demand. The help of fields comes from the doc comments in Rust. */
import fields from '../../model/scenario/generated/help.json';
import help from './help.json';
import settings from './settings.json';

export default { help: { ...fields, ...help }, settings, costSources: {}, defaultSources: {} };

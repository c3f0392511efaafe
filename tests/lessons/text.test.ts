import { describe, expect, it } from 'vitest';
import { figuresOf, piecesOf, readSections } from '../../src/learn/lessons/text.ts';

describe('the sections of a text', () => {
  it('begin at headings of the second and third level', () => {
    const sections = readSections('# For authors\n\n## hook\n\nOne.\n\nTwo.\n\n### see.four\n4\n## last');
    expect([...sections]).toEqual([
      ['hook', 'One.\n\nTwo.'],
      ['see.four', '4'],
      ['last', ''],
    ]);
  });

  it('do not begin at deeper headings or within a line', () => {
    expect([...readSections('## a\n#### b\nc ## d').keys()]).toEqual(['a']);
  });
});

describe('the figures of a text', () => {
  it('stand between pieces of text, as format and formula', () => {
    expect(piecesOf('It takes {{us meanUs(near)}}, {{percent 100 * x.share}} of all.')).toEqual([
      'It takes ',
      { format: 'us', formula: 'meanUs(near)' },
      ', ',
      { format: 'percent', formula: '100 * x.share' },
      ' of all.',
    ]);
  });

  it('are only those of a known format; what is none stays for the test of the files to find', () => {
    expect(figuresOf('{{furlongs x}} {{rate}}')).toEqual([]);
    expect(piecesOf('{{furlongs x}}')).toEqual(['{{furlongs x}}']);
  });
});

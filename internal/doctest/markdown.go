// Package doctest takes the documentation at its word: its tests extract every
// code block of the Markdown files and run or validate it, apply the examples
// with a real engine, and follow the links.
package doctest

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Block is one fenced code block of a Markdown file.
type Block struct {
	File string // relative to the repository's root
	Line int    // of the opening fence, counted from 1
	Lang string // the first word after the fence, e.g. "terraform"; "" for none
	Text string // with a final newline
}

func (b Block) String() string { return fmt.Sprintf("%s:%d", b.File, b.Line) }

// Blocks returns the code blocks of a Markdown text, in order.
func Blocks(file string, text []byte) []Block {
	var blocks []Block
	var current *Block
	scanner := bufio.NewScanner(bytes.NewReader(text))
	scanner.Buffer(nil, 1<<20)
	for line := 1; scanner.Scan(); line++ {
		fence, isFence := strings.CutPrefix(scanner.Text(), "```")
		switch {
		case isFence && current == nil:
			lang, _, _ := strings.Cut(strings.TrimSpace(fence), " ")
			blocks = append(blocks, Block{File: file, Line: line, Lang: lang})
			current = &blocks[len(blocks)-1]
		case isFence:
			current = nil
		case current != nil:
			current.Text += scanner.Text() + "\n"
		}
	}
	return blocks
}

// MarkdownFiles returns the Markdown files below root that people read,
// relative to root and sorted. Templates count: docs/ is made from them.
func MarkdownFiles(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != root && (slices.Contains([]string{"node_modules", "testdata", "bin", "dist"}, name) ||
			strings.HasPrefix(name, ".") && name != ".github") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == ".md" {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(relative))
		}
		return nil
	})
	return files, err
}

// AllBlocks returns the code blocks of all Markdown files below root.
func AllBlocks(root string) ([]Block, error) {
	files, err := MarkdownFiles(root)
	if err != nil {
		return nil, err
	}
	var blocks []Block
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, Blocks(file, text)...)
	}
	return blocks, nil
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	anchor  = regexp.MustCompile(`<a id="([^"]+)">`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// Links returns the targets of the links in a Markdown text, code left out.
func Links(text []byte) []string {
	var targets []string
	for _, match := range link.FindAllSubmatch(withoutCode(text), -1) {
		targets = append(targets, string(match[1]))
	}
	return targets
}

// Anchors returns what a link into the text may name after its "#".
func Anchors(text []byte) []string {
	var anchors []string
	bare := withoutFences(text)
	for _, match := range heading.FindAllSubmatch(bare, -1) {
		slug := notSlug.ReplaceAllString(strings.ToLower(strings.ReplaceAll(string(match[1]), "`", "")), "")
		anchors = append(anchors, strings.ReplaceAll(slug, " ", "-"))
	}
	for _, match := range anchor.FindAllSubmatch(bare, -1) {
		anchors = append(anchors, string(match[1]))
	}
	return anchors
}

var inlineCode = regexp.MustCompile("`[^`\n]*`")

func withoutCode(text []byte) []byte { return inlineCode.ReplaceAll(withoutFences(text), nil) }

func withoutFences(text []byte) []byte {
	var bare bytes.Buffer
	inside := false
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("```")) {
			inside = !inside
			continue
		}
		if !inside {
			bare.Write(line)
		}
	}
	return bare.Bytes()
}

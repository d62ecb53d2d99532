"""The explorers, one file a chapter, or two where a chapter has many."""
